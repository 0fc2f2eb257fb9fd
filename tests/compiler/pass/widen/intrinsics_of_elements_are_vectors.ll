; Intrinsics that LLVM has for vectors are called once for all lanes.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: call <4 x float> @llvm.sqrt.v4f32(<4 x float>
define internal void @lanes(ptr %in) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr float, ptr %in, i64 %index
  %v = load float, ptr %from
  %root = call float @llvm.sqrt.f32(float %v)
  store float %root, ptr %from
  ret void
}
declare float @llvm.sqrt.f32(float)
declare i32 @__cleave_lane() memory(none)
