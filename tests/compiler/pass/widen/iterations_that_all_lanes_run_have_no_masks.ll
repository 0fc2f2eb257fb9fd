; Lane l begins at l and stops at 11: all four lanes run two iterations, and lanes 0 to 2 a third. The first two
; have no masks, and what they sum up goes on in the third, which has. Lanes that never come to the loop leave
; all iterations to the masks.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [12 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12], align 32
@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: br i1 %{{.*}}, label %[[WHOLE:.*]], label %iteration
; CHECK: [[WHOLE]]:
; CHECK: load <4 x i32>, ptr %{{.*}}
; CHECK: %[[GO_ON:.*]] = icmp ult <4 x i32>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[GO_ON]] to i4
; CHECK: %[[ALL:.*]] = icmp eq i4 %[[BITS]], -1
; CHECK: br i1 %[[ALL]], label %all.go.on, label %some.leave
; CHECK: iteration:
; CHECK: all.go.on:
; CHECK-NEXT: br label %[[WHOLE]]
; CHECK: call <4 x i32> @llvm.masked.load
define internal void @lanes(i32 %first) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %begin = add nuw nsw i32 %lane, %first
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  %comes = icmp ult i32 %begin, 11
  br i1 %comes, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ %begin, %before ], [ %next, %loop ]
  %sum = phi i32 [ 0, %before ], [ %more, %loop ]
  %wide = zext i32 %i to i64
  %from = getelementptr i32, ptr @in, i64 %wide
  %value = load i32, ptr %from
  %more = add i32 %sum, %value
  %next = add nuw nsw i32 %i, 4
  %again = icmp ult i32 %next, 11
  br i1 %again, label %loop, label %after
after:
  br label %end
end:
  %result = phi i32 [ 100, %entry ], [ %more, %after ]
  store i32 %result, ptr %address
  ret void
}
define i32 @main() {
  call void @lanes(i32 0)
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 15, i32 18, i32 21, i32 12>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  call void @lanes(i32 8)
  %few = load <4 x i32>, ptr @out
  %wrong.too = icmp ne <4 x i32> %few, <i32 9, i32 10, i32 11, i32 100>
  %some.too = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong.too)
  %any = or i1 %some, %some.too
  %code = zext i1 %any to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
