; A vector in each lane becomes a longer one: lane 0 with all its elements first.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: load <8 x float>, ptr
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: fadd <8 x float>
define internal void @lanes(ptr %in, ptr %out) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr <2 x float>, ptr %in, i64 %index
  %v = load <2 x float>, ptr %from
  %second = extractelement <2 x float> %v, i64 1
  %to = getelementptr float, ptr %out, i64 %index
  store float %second, ptr %to
  %sum = fadd <2 x float> %v, %v
  store <2 x float> %sum, ptr %from
  ret void
}
declare i32 @__cleave_lane() memory(none)
