; The second load may read what the store between has written: the two are not done together. Two that
; a store to another member parts are.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @may_meet(
; CHECK: masked.load
; CHECK: masked.scatter
; CHECK: masked.load
define internal void @may_meet(ptr %data, ptr %places) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %first = getelementptr { i32, i32 }, ptr %data, i64 %index
  %second = getelementptr i8, ptr %first, i64 4
  %mine = getelementptr ptr, ptr %places, i64 %index
  %place = load ptr, ptr %mine
  %a = load i32, ptr %first
  store i32 %a, ptr %place
  %b = load i32, ptr %second
  store volatile i32 %b, ptr %data
  ret void
}
; CHECK-LABEL: define internal void @cannot_meet(
; CHECK-COUNT-2: load <4 x i32>
; CHECK-COUNT-2: masked.store
; CHECK-NOT: load <4 x i32>
; CHECK: ret void
define internal void @cannot_meet(ptr %data, ptr %to) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %first = getelementptr { i32, i32 }, ptr %data, i64 %index
  %second = getelementptr i8, ptr %first, i64 4
  %a = load i32, ptr %first
  store i32 5, ptr %first
  %b = load i32, ptr %second
  %c = add i32 %a, %b
  store volatile i32 %c, ptr %to
  ret void
}
declare i32 @__cleave_lane() memory(none)
