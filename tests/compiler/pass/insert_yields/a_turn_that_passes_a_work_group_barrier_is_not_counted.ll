; There the region ends, and others run in any case.
; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: __cleave_yield
define void @k.body() "cleave-kernel"="k" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %seen = load atomic i32, ptr %p acquire, align 4
  call void @__cleave_work_group_barrier()
  %is_turn = icmp eq i32 %seen, 7
  br i1 %is_turn, label %end, label %loop
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
declare void @__cleave_work_group_barrier() convergent
