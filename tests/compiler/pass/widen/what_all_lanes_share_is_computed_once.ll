; Values that are the same in all lanes stay scalars, also where sub-groups run together; only their
; meeting with what differs makes a vector of them.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[V:.*]] = load i32, ptr %0
; CHECK-NOT: load i32, ptr %0
; CHECK: %[[TWICE:.*]] = mul i32 %[[V]], 2
; CHECK-NOT: mul i32 %[[V]]
; CHECK: add i32 %[[TWICE]], 0
; CHECK-NOT: mul i32 %[[V]]
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
define internal void @lanes(ptr %shared, ptr %out) "cleave-lanes"="4" "cleave-parts"="2" {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %v = load i32, ptr %shared
  %twice = mul i32 %v, 2
  %sum = add i32 %twice, %lane
  %before = mul nuw i32 %part, 4
  %place = add nuw i32 %lane, %before
  %index = zext i32 %place to i64
  %address = getelementptr i32, ptr %out, i64 %index
  store i32 %sum, ptr %address
  ret void
}
declare i32 @__cleave_lane() memory(none)
declare i32 @__cleave_part() memory(none)
