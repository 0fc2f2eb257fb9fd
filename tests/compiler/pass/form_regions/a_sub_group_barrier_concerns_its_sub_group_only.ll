; The same sub-group goes on with the next region before another one runs; continuation 1 is a sub-group
; barrier, continuation 2 one of the work-group.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @__cleave_kernel_k
; CHECK: run:
; CHECK-NEXT: load i32, ptr %state
; CHECK: ran:
; CHECK-NEXT: %[[AFTER:.*]] = load i32, ptr %state
; CHECK-NEXT: switch i32 %[[AFTER]], label %sub_group.end [
; CHECK-NEXT: i32 1, label %run
; CHECK-NEXT: ]
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  store volatile i32 1, ptr %context
  call void @__cleave_sub_group_barrier()
  store volatile i32 2, ptr %context
  call void @__cleave_work_group_barrier()
  store volatile i32 3, ptr %context
  ret void
}
declare void @__cleave_sub_group_barrier()
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
