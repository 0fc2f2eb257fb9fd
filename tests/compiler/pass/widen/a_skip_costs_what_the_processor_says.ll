; Eleven operations take longer than a skip with AVX-512, whose processors do two a cycle, and less long
; with AVX2, where they do three (pass/ir/processor_costs.def).
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @__cleave_lane() memory(none)

; CHECK-LABEL: define internal void @with_avx512(
; CHECK: br i1
; CHECK: ret void
define internal void @with_avx512(ptr %out, i32 %n) "cleave-lanes"="16" "target-cpu"="x86-64-v4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  %few = icmp ult i32 %lane, %n
  br i1 %few, label %inside, label %end
inside:
  %x0 = mul i32 %lane, %lane
  %x1 = xor i32 %x0, %lane
  %x2 = mul i32 %x1, %lane
  %x3 = xor i32 %x2, %lane
  %x4 = mul i32 %x3, %lane
  %x5 = xor i32 %x4, %lane
  %x6 = mul i32 %x5, %lane
  %x7 = xor i32 %x6, %lane
  %x8 = mul i32 %x7, %lane
  %x9 = xor i32 %x8, %lane
  %x10 = mul i32 %x9, %lane
  br label %end
end:
  %v = phi i32 [ 0, %0 ], [ %x10, %inside ]
  store i32 %v, ptr %address
  ret void
}

; CHECK-LABEL: define internal void @with_avx2(
; CHECK-NOT: br i1
; CHECK: ret void
define internal void @with_avx2(ptr %out, i32 %n) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  %few = icmp ult i32 %lane, %n
  br i1 %few, label %inside, label %end
inside:
  %x0 = mul i32 %lane, %lane
  %x1 = xor i32 %x0, %lane
  %x2 = mul i32 %x1, %lane
  %x3 = xor i32 %x2, %lane
  %x4 = mul i32 %x3, %lane
  %x5 = xor i32 %x4, %lane
  %x6 = mul i32 %x5, %lane
  %x7 = xor i32 %x6, %lane
  %x8 = mul i32 %x7, %lane
  %x9 = xor i32 %x8, %lane
  %x10 = mul i32 %x9, %lane
  br label %end
end:
  %v = phi i32 [ 0, %0 ], [ %x10, %inside ]
  store i32 %v, ptr %address
  ret void
}
