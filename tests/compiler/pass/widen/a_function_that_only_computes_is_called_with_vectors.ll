; It is widened for itself, with a loop that each lane leaves when it wants, and called with the
; arguments of all lanes and which of them run: lane 3 does not, and would never end.
; RUN: cleave-opt --passes=widen --width=4 %s | FileCheck %s
; RUN: cleave-opt --passes=widen --width=4 %s | lli
; RUN: cleave-opt --passes=widen,optimise --width=4 %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal <4 x i32> @triangle.wide(<4 x i8> %0, <4 x i32> %1)
; CHECK: call void @triangle.lanes(ptr %{{.*}})
; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[RUNS:.*]] = zext <4 x i1> %{{.*}} to <4 x i8>
; CHECK: call <4 x i32> @triangle.wide(<4 x i8> %[[RUNS]], <4 x i32> %{{.*}})
; CHECK-NOT: @triangle(
; CHECK: define internal void @triangle.lanes(
define internal i32 @triangle(i32 %n) noinline nounwind willreturn memory(none) "cleave-wide-call" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %next = add i32 %i, 1
  %more = add i32 %sum, %next
  %ends = icmp eq i32 %next, %n
  br i1 %ends, label %end, label %loop
end:
  ret i32 %more
}
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  %first = icmp eq i32 %lane, 3
  br i1 %first, label %end, label %calls
calls:
  %square = mul i32 %lane, %lane
  %n = add i32 %square, 1
  %sum = call i32 @triangle(i32 %n)
  store i32 %sum, ptr %address
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 1, i32 3, i32 15, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
