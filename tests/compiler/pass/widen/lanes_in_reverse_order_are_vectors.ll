; Each lane's element lies before that of the lane before it: a vector, and its elements turned round.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [4 x i32] [i32 3, i32 4, i32 5, i32 6]
@out = global [4 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes(
; CHECK: load <4 x i32>
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %back = sub i64 3, %index
  %from = getelementptr i32, ptr @in, i64 %back
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %v, ptr %to
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out, align 2
  %wrong = icmp ne <4 x i32> %all, <i32 6, i32 5, i32 4, i32 3>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
