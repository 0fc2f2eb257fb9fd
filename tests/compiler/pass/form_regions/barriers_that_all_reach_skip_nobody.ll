; The branch goes the same way in all work-items, so nobody returns while others wait: there are no
; flags of those that ended. (lanes_that_returned_are_skipped has a branch that divides them.)
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK-NOT: load i8
; CHECK: "cleave-frame-bytes"="0"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %n = load i32, ptr %context
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %goes.on
goes.on:
  call void @__cleave_work_group_barrier()
  store volatile i32 1, ptr %context
  br label %end
end:
  ret void
}
declare ptr @__cleave_context()
declare void @__cleave_work_group_barrier()
