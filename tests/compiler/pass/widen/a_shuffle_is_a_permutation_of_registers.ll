; Indices that only the launch tells: one instruction where a register holds all lanes, and one for each
; register of results where two do.
; RUN: cleave-opt --passes=widen %s | llc -O2 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: one_register:
; CHECK: vperm{{d|ps}}
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
; CHECK-LABEL: on_the_level_of_avx512:
; CHECK: vperm{{d|ps}} {{.*}}zmm
; CHECK-NOT: vperm
; CHECK: retq
define void @on_the_level_of_avx512(ptr %in, ptr %out) "cleave-lanes"="16" "target-cpu"="x86-64-v4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %y = call i32 @__cleave_active_shuffle_i32(i32 %x, i32 %x)
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %y, ptr %to
  ret void
}
; CHECK-LABEL: on_the_level_of_avx2:
; CHECK: vperm{{d|ps}} {{.*}}ymm
; CHECK-NOT: vperm
; CHECK: retq
define void @on_the_level_of_avx2(ptr %in, ptr %out) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %y = call i32 @__cleave_active_shuffle_i32(i32 %x, i32 %x)
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %y, ptr %to
  ret void
}
; CHECK-LABEL: numbers_of_64_bits:
; CHECK: vperm{{q|pd}} {{.*}}zmm
; CHECK-NOT: vperm
; CHECK: retq
define void @numbers_of_64_bits(ptr %in, ptr %out) "cleave-lanes"="8" "target-cpu"="znver4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr double, ptr %in, i64 %index
  %x = load double, ptr %from
  %chosen = load i32, ptr %from
  %y = call double @__cleave_active_shuffle_f64(double %x, i32 %chosen)
  %to = getelementptr double, ptr %out, i64 %index
  store double %y, ptr %to
  ret void
}
; CHECK-LABEL: two_registers:
; CHECK-COUNT-2: vperm{{[it]2(d|ps)}}
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
declare double @__cleave_active_shuffle_f64(double, i32) convergent memory(none)
