; llvm.powi takes one exponent for a whole vector, and that of lane 0 is not that of the others.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %{{.*}}, i32 %{{.*}})
; CHECK: call i4 @llvm.cttz.i4(i4
; CHECK: call float @llvm.powi.f32.i32(float
define internal void @lanes(ptr %in, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr float, ptr %in, i64 %index
  %v = load float, ptr %from
  %same = call float @llvm.powi.f32.i32(float %v, i32 %n)
  %own = call float @llvm.powi.f32.i32(float %same, i32 %lane)
  store float %own, ptr %from
  ret void
}
declare float @llvm.powi.f32.i32(float, i32)
declare i32 @__cleave_lane() memory(none)
