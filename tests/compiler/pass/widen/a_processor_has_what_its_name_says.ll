; A function's processor has the features that its name says, and those that are added, without those that are
; taken away: bytes are gathered with their words by processors that gather.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @named(
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(
define internal void @named(ptr %in, ptr %places) "cleave-lanes"="4" "target-cpu"="x86-64-v3" "target-features"="+64bit,-pku" {
  %lane = call i32 @__cleave_lane()
  %mine = getelementptr i32, ptr %places, i32 %lane
  %place = load i32, ptr %mine
  %element = getelementptr i8, ptr %in, i32 %place
  %v = load i8, ptr %element
  %to = getelementptr i8, ptr %places, i32 %lane
  store i8 %v, ptr %to
  ret void
}
; CHECK-LABEL: define internal void @less(
; CHECK: call <4 x i8> @llvm.masked.gather.v4i8.v4p0(
define internal void @less(ptr %in, ptr %places) "cleave-lanes"="4" "target-cpu"="x86-64-v3" "target-features"="+64bit,-avx2" {
  %lane = call i32 @__cleave_lane()
  %mine = getelementptr i32, ptr %places, i32 %lane
  %place = load i32, ptr %mine
  %element = getelementptr i8, ptr %in, i32 %place
  %v = load i8, ptr %element
  %to = getelementptr i8, ptr %places, i32 %lane
  store i8 %v, ptr %to
  ret void
}
declare i32 @__cleave_lane() memory(none)
