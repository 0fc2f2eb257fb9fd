; Vectors of four floats, which lanes together have to take apart: with AVX2 that costs twice what it
; costs with AVX-512, and arithmetic on them half (pass/ir/processor_costs.def).
; RUN: cleave-opt --passes=choose_lanes --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @add_with_avx512({{.*}} #[[TOGETHER:[0-9]+]]
define internal void @add_with_avx512(ptr %a, ptr %b, ptr %c, ptr %out) "cleave-kernel"="add_with_avx512" "target-cpu"="x86-64-v4" {
  %id = call i64 @__cleave_global_id(i32 0)
  %a.at = getelementptr <4 x float>, ptr %a, i64 %id
  %x = load <4 x float>, ptr %a.at
  %b.at = getelementptr <4 x float>, ptr %b, i64 %id
  %y = load <4 x float>, ptr %b.at
  %c.at = getelementptr <4 x float>, ptr %c, i64 %id
  %z = load <4 x float>, ptr %c.at
  %xy = fadd <4 x float> %x, %y
  %sum = fadd <4 x float> %xy, %z
  %out.at = getelementptr <4 x float>, ptr %out, i64 %id
  store <4 x float> %sum, ptr %out.at
  ret void
}

; CHECK: define internal void @add_with_avx2({{.*}} #[[SERIAL:[0-9]+]]
define internal void @add_with_avx2(ptr %a, ptr %b, ptr %c, ptr %out) "cleave-kernel"="add_with_avx2" "target-cpu"="x86-64-v3" {
  %id = call i64 @__cleave_global_id(i32 0)
  %a.at = getelementptr <4 x float>, ptr %a, i64 %id
  %x = load <4 x float>, ptr %a.at
  %b.at = getelementptr <4 x float>, ptr %b, i64 %id
  %y = load <4 x float>, ptr %b.at
  %c.at = getelementptr <4 x float>, ptr %c, i64 %id
  %z = load <4 x float>, ptr %c.at
  %xy = fadd <4 x float> %x, %y
  %sum = fadd <4 x float> %xy, %z
  %out.at = getelementptr <4 x float>, ptr %out, i64 %id
  store <4 x float> %sum, ptr %out.at
  ret void
}

; CHECK: attributes #[[TOGETHER]] = { "cleave-kernel"="add_with_avx512" {{("cleave-unsure-lanes" )?}}"target-cpu"
; CHECK: attributes #[[SERIAL]] = { "cleave-kernel"="add_with_avx2" "cleave-serial-lanes" {{.*}}"target-cpu"
