; Lanes that load from anywhere gather, those that store anywhere scatter.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[PLACES:.*]] = load <4 x i64>, ptr
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr %0, <4 x i64> %[[PLACES]]
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0({{.*}} %[[FROM]], <4 x i1> splat (i1 true)
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(
define internal void @lanes(ptr %data, ptr %places) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %mine = getelementptr i64, ptr %places, i64 %index
  %place = load i64, ptr %mine
  %address = getelementptr i32, ptr %data, i64 %place
  %v = load i32, ptr %address
  %more = add i32 %v, 1
  store i32 %more, ptr %address
  ret void
}
declare i32 @__cleave_lane() memory(none)
