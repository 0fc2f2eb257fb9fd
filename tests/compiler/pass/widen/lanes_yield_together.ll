; One call for all lanes, also where only some of them run.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-COUNT-1: call void @__cleave_yield(ptr %
; CHECK-NOT: call void @__cleave_yield(ptr %
define internal i32 @r(ptr %context, i32 %group) "cleave-lanes"="8" {
entry:
  %lane = call i32 @__cleave_lane()
  %place = getelementptr i32, ptr %context, i32 %lane
  br label %loop
loop:
  %turns = phi i64 [ 0, %entry ], [ %more, %back ]
  %seen = load atomic i32, ptr %place monotonic, align 4
  %done = icmp eq i32 %seen, 7
  br i1 %done, label %end, label %again
again:
  %more = add i64 %turns, 1
  %low = and i64 %more, 1023
  %over = icmp eq i64 %low, 1023
  br i1 %over, label %way, label %back
way:
  call void @__cleave_yield(ptr %context) "cleave-yield"
  br label %back
back:
  br label %loop
end:
  ret i32 -1
}
define void @entry(ptr %context) {
  %r = call i32 @r(ptr %context, i32 0)
  ret void
}
define internal void @__cleave_yield(ptr %context) "cleave-yield" {
  ret void
}
declare i32 @__cleave_lane() memory(none)
