; Vectors of integers of 64 bits are divided by constants by four products of 32 bits each, where vectors have
; 256 bits. Powers of two, variables and other types are LLVM's.
; RUN: cleave-opt --passes=divide_by_constants %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @by_ten
; CHECK: %[[LOW:.*]] = and <4 x i64> %x, splat (i64 4294967295)
; CHECK: %[[HIGH:.*]] = lshr <4 x i64> %x, splat (i64 32)
; CHECK: mul <4 x i64> %[[LOW]], splat (i64 3435973837)
; CHECK: mul <4 x i64> %[[HIGH]], splat (i64 3435973837)
; CHECK: mul <4 x i64> %[[LOW]], splat (i64 3435973836)
; CHECK: mul <4 x i64> %[[HIGH]], splat (i64 3435973836)
; CHECK: %[[Q:.*]] = lshr <4 x i64> %{{.*}}, splat (i64 3)
; CHECK-NEXT: ret <4 x i64> %[[Q]]
define <4 x i64> @by_ten(<4 x i64> %x) #0 {
  %q = udiv <4 x i64> %x, splat (i64 10)
  ret <4 x i64> %q
}

; One quotient for both.
; CHECK-LABEL: @quotient_and_remainder
; CHECK-COUNT-5: mul <4 x i64>
; CHECK-NOT: mul <4 x i64>
; CHECK: ret
define <4 x i64> @quotient_and_remainder(<4 x i64> %x) #0 {
  %q = sdiv <4 x i64> %x, splat (i64 10)
  %r = srem <4 x i64> %x, splat (i64 10)
  %s = xor <4 x i64> %q, %r
  ret <4 x i64> %s
}

; CHECK-LABEL: @others
; CHECK: sdiv <4 x i64> %x, splat (i64 -8)
; CHECK: udiv <4 x i64> %x, %y
; CHECK: udiv <4 x i64> %x, <i64 3, i64 5, i64 3, i64 3>
; CHECK: udiv <8 x i32>
; CHECK: udiv <2 x i64>
define <4 x i64> @others(<4 x i64> %x, <4 x i64> %y, <8 x i32> %n, <2 x i64> %s, ptr %p, ptr %t) #0 {
  %a = sdiv <4 x i64> %x, splat (i64 -8)
  %b = udiv <4 x i64> %x, %y
  %c = udiv <4 x i64> %x, <i64 3, i64 5, i64 3, i64 3>
  %d = udiv <8 x i32> %n, splat (i32 10)
  %e = udiv <2 x i64> %s, splat (i64 10)
  store <8 x i32> %d, ptr %p
  store <2 x i64> %e, ptr %t
  %f = xor <4 x i64> %a, %b
  %g = xor <4 x i64> %f, %c
  ret <4 x i64> %g
}

; Shorter vectors gain nothing.
; CHECK-LABEL: @in_short_vectors
; CHECK: udiv <4 x i64> %x, splat (i64 10)
define <4 x i64> @in_short_vectors(<4 x i64> %x) {
  %q = udiv <4 x i64> %x, splat (i64 10)
  ret <4 x i64> %q
}

attributes #0 = { "target-features"="+avx2" }
