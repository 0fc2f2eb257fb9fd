; Elements beside each other, of lanes that may be anywhere: one gather and one scatter of both.
; An index that was loaded is not asked about.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@places = global [4 x i32] [i32 2, i32 0, i32 3, i32 1], align 16
@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: br i1
; CHECK: %[[PAIRS:.*]] = call <4 x i64> @llvm.masked.gather.v4i64
; CHECK-NOT: gather
; CHECK: %[[PARTS:.*]] = bitcast <4 x i64> %[[PAIRS]] to <8 x i32>
; CHECK: shufflevector <8 x i32> %[[PARTS]], <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x i32> %[[PARTS]], <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: call void @llvm.masked.scatter.v4i64
; CHECK-NOT: scatter
; CHECK: ret void
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %chosen = getelementptr i32, ptr @places, i64 %index
  %place = load i32, ptr %chosen
  %pair = zext i32 %place to i64
  %from = getelementptr [2 x i32], ptr @data, i64 %pair
  %x = load i32, ptr %from
  %from.y = getelementptr i8, ptr %from, i64 4
  %y = load i32, ptr %from.y
  %to = getelementptr [2 x i32], ptr @out, i64 %pair
  %to.y = getelementptr i8, ptr %to, i64 4
  store i32 %y, ptr %to
  store i32 %x, ptr %to.y
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 11, i32 10, i32 13, i32 12, i32 15, i32 14, i32 17, i32 16>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
