; Lanes that run together wait for nobody in their sub-group: there is one region. The call stays until
; widen, so that no access moves across it before.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: store volatile i32 1
; CHECK-NEXT: call void @__cleave_sub_group_barrier()
; CHECK-NEXT: store volatile i32 2
; CHECK-NOT: define internal i32 @k.body.region1
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  store volatile i32 1, ptr %context
  call void @__cleave_sub_group_barrier()
  store volatile i32 2, ptr %context
  ret void
}
declare ptr @__cleave_context()
declare void @__cleave_sub_group_barrier()
