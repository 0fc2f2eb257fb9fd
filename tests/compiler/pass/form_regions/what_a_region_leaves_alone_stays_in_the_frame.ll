; A value that lives on and that a region does not change is not written again.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: store i32 %{{[0-9]+}}, ptr %{{[0-9]+}}, align 4
; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: store volatile i32 7
; CHECK-NOT: store
; CHECK-LABEL: define internal i32 @k.body.region2(
; CHECK: store volatile i32 %
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr i32, ptr %context, i64 %id
  %v = load volatile i32, ptr %place
  call void @__cleave_work_group_barrier()
  store volatile i32 7, ptr %place
  call void @__cleave_work_group_barrier()
  store volatile i32 %v, ptr %place
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
