; All lanes take the same iterations: the loop keeps its branch, and its counter is a scalar.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: <4 x i1>
; CHECK: %[[NEXT:.*]] = add i64 %{{.*}}, 1
; CHECK: %[[AGAIN:.*]] = icmp ult i64 %[[NEXT]], %1
; CHECK: br i1 %[[AGAIN]]
; CHECK-NOT: <4 x i1>
define internal void @lanes(ptr %out, i64 %n) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr %address, i64 %i
  store i32 %lane, ptr %place
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
