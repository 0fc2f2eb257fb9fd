; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @broadcast(
; CHECK: %[[X:.*]] = load <16 x i32>
; CHECK: %[[ONE:.*]] = extractelement <16 x i32> %[[X]], i32 %2
; CHECK: store i32 %[[ONE]], ptr %1
define internal void @broadcast(ptr %in, ptr %out, i32 %source) "cleave-lanes"="16" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %one = call i32 @__cleave_active_broadcast_i32(i32 %x, i32 %source)
  store i32 %one, ptr %out
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_active_broadcast_i32(i32, i32) convergent memory(none)
