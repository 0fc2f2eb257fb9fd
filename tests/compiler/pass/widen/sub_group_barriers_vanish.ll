; Lanes that run together have arrived.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: store <4 x i32>
; CHECK-NOT: @__cleave_sub_group_barrier()
; CHECK: load <4 x i32>
define internal void @lanes(ptr %out) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  store i32 %lane, ptr %address
  call void @__cleave_sub_group_barrier()
  %next = getelementptr i32, ptr %address, i64 1
  %v = load i32, ptr %next
  store i32 %v, ptr %address
  ret void
}
declare void @__cleave_sub_group_barrier()
declare i32 @__cleave_lane() memory(none)
