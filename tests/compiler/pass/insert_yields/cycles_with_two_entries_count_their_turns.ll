; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: call void @__cleave_yield(
define void @k.body(i1 %either) "cleave-kernel"="k" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br i1 %either, label %one, label %other
one:
  br label %other
other:
  %seen = load volatile i32, ptr %p
  %is_turn = icmp eq i32 %seen, 7
  br i1 %is_turn, label %end, label %one
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
