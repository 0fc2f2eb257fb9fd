; Another work-group may write what an atomic load reads, between one sub-group and the next: the
; value is not one for the whole work-group, as that of another load at one address is.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: "cleave-frame-bytes"="4"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %v = load atomic i32, ptr %context monotonic, align 4
  call void @__cleave_work_group_barrier()
  store volatile i32 %v, ptr %context
  ret void
}
declare ptr @__cleave_context()
declare void @__cleave_work_group_barrier()
