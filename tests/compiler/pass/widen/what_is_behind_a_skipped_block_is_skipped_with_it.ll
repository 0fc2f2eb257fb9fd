; If no lane reaches a block, none reaches the blocks that it dominates: one branch skips them all. Cheap
; operations there, vector loads too, need no further branch.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[SOME:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK: br i1 %[[SOME]], label %[[INSIDE:.*]], label %end
; CHECK-NOT: br i1
; CHECK: end:
; CHECK-NOT: br i1
; CHECK: [[INSIDE]]:
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK-NOT: br i1
; CHECK: }
define internal void @lanes(ptr %in, ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %to = getelementptr i32, ptr %out, i64 %index
  %is_less = icmp ult i32 %lane, %n
  br i1 %is_less, label %few, label %end
few:
  %first = load i32, ptr %from
  %is_small = icmp slt i32 %first, 5
  br i1 %is_small, label %small, label %joined
small:
  %next = getelementptr i32, ptr %from, i64 1
  %second = load i32, ptr %next
  %sum = add i32 %first, %second
  br label %joined
joined:
  %value = phi i32 [ %first, %few ], [ %sum, %small ]
  br label %end
end:
  %stored = phi i32 [ 0, %0 ], [ %value, %joined ]
  store i32 %stored, ptr %to
  ret void
}
declare i32 @__cleave_lane() memory(none)
