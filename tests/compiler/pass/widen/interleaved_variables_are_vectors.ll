; Elements of one index lie lane beside lane: an access with an index that lanes share is a vector.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %v = alloca [64 x i8], align 64
; CHECK: store <4 x i32> <i32 0, i32 1, i32 2, i32 3>, ptr %place, align 4
define internal void @lanes(i64 %i) "cleave-lanes"="4" {
  %v = alloca [64 x i8], align 64, !cleave.interleaved !0
  %lane = call i32 @__cleave_lane()
  %offset = mul i64 %i, 16
  %place = getelementptr i8, ptr %v, i64 %offset
  store i32 %lane, ptr %place
  ret void
}
declare i32 @__cleave_lane() memory(none)
!0 = !{i64 4}
