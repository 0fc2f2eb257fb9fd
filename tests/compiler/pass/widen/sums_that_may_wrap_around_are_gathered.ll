; A 32-bit sum without a promise may wrap around between lanes: its extension is a vector. One with the
; promise is followed from lane 0.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @may_wrap(
; CHECK: zext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: call <4 x i32> @llvm.masked.gather
define internal void @may_wrap(ptr %in, ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %sum = add i32 %lane, %n
  %index = zext i32 %sum to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %from
  store volatile i32 %v, ptr %out
  ret void
}
; CHECK-LABEL: define internal void @cannot_wrap(
; CHECK: zext i32 %{{.*}} to i64
; CHECK: load <4 x i32>, ptr
define internal void @cannot_wrap(ptr %in, ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %sum = add nuw i32 %lane, %n
  %index = zext i32 %sum to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %from
  store volatile i32 %v, ptr %out
  ret void
}
declare i32 @__cleave_lane() memory(none)
