; Indices that only the launch tells: one instruction where a register holds all lanes, four and
; selections where two do.
; RUN: cleave-opt --passes=widen %s | llc -O2 -mcpu=znver4 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: one_register:
; CHECK: vperm
; CHECK-NOT: vperm
; CHECK: retq
define void @one_register(ptr %in, ptr %out) "cleave-lanes"="16" "target-cpu"="znver4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %chosen = and i32 %x, 15
  %y = call i32 @__cleave_active_shuffle_i32(i32 %x, i32 %chosen)
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %y, ptr %to
  ret void
}
; CHECK-LABEL: two_registers:
; CHECK-COUNT-4: vperm
; CHECK-NOT: vperm
; CHECK: retq
define void @two_registers(ptr %in, ptr %out) "cleave-lanes"="32" "target-cpu"="znver4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %y = call i32 @__cleave_active_shuffle_i32(i32 %x, i32 %x)
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %y, ptr %to
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_active_shuffle_i32(i32, i32) convergent memory(none)
