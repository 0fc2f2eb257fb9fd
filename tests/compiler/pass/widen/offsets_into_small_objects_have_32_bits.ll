; A base that all lanes share and 32-bit offsets: one instruction gathers 16 lanes.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [4 x i32] [i32 3, i32 4, i32 5, i32 6]
@places = global [4 x i64] [i64 1, i64 -1, i64 2, i64 0]
@out = global [4 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[INDEX:.*]] = trunc <4 x i64> %{{.*}} to <4 x i32>
; CHECK: %[[OFFSET:.*]] = sext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr @in, <4 x i64> %[[OFFSET]]
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0({{.*}} %[[FROM]]
define internal void @lanes(i64 %start) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %mine = getelementptr i64, ptr @places, i64 %index
  %place = load i64, ptr %mine
  %row = getelementptr i32, ptr @in, i64 %start
  %element = getelementptr i32, ptr %row, i64 %place
  %v = load i32, ptr %element
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %v, ptr %to
  ret void
}
define i32 @main() {
  call void @lanes(i64 1)
  %all = load <4 x i32>, ptr @out, align 2
  %wrong = icmp ne <4 x i32> %all, <i32 5, i32 3, i32 6, i32 4>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
