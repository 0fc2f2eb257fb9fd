; Each lane takes as many iterations as it wants, lane l l + 1 of them; the loop ends with the last, and
; each keeps what it had when it left.
; RUN: cleave-opt --passes=widen --quick %s | FileCheck %s
; RUN: cleave-opt --passes=widen --quick %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[STAYS:.*]] = select <4 x i1> %[[LIVE:.*]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[NEXT:.*]] = or <4 x i1> zeroinitializer, %[[STAYS]]
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[NEXT]] to i4
; CHECK: %[[SOME:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[SOME]], label %iteration, label %loop.left
; CHECK: iteration:
; CHECK: %[[LIVE]] = phi <4 x i1> [ splat (i1 true), %{{.*}} ], [ %[[NEXT]], %{{.*}} ]
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %sum, 10
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %lane
  br i1 %again, label %loop, label %end
end:
  store i32 %more, ptr %address
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 10, i32 20, i32 30, i32 40>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
