; Each lane has its own: variables are W times as large, and a lane's address is that of lane 0 and its
; size times the lane's number.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %v = alloca [48 x i8], align 64
; CHECK: getelementptr i8, ptr %v, <4 x i64> <i64 0, i64 12, i64 24, i64 36>
define internal void @lanes(ptr %out) "cleave-lanes"="4" {
  %v = alloca [3 x i32]
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr ptr, ptr %out, i64 %index
  store ptr %v, ptr %address
  ret void
}
declare i32 @__cleave_lane() memory(none)
