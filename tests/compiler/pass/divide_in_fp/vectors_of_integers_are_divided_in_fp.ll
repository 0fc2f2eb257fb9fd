; Vectors of integers of up to 32 bits are divided in floating point: up to 16 bits in single precision.
; A divisor that all lanes share becomes one reciprocal. Numbers of 64 bits are divided so where their quotients are small.
; Constants are not, nor are short vectors.
; RUN: cleave-opt --passes=divide_in_fp %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_each_lane
; CHECK: %[[X:.*]] = sitofp <8 x i32> %x to <8 x double>
; CHECK: %[[Y:.*]] = sitofp <8 x i32> %y to <8 x double>
; CHECK: %[[Q:.*]] = fdiv <8 x double> %[[X]], %[[Y]]
; CHECK: %[[I:.*]] = fptosi <8 x double> %[[Q]] to <8 x i32>
; CHECK-NEXT: ret <8 x i32> %[[I]]
define <8 x i32> @of_each_lane(<8 x i32> %x, <8 x i32> %y) {
  %q = sdiv <8 x i32> %x, %y
  ret <8 x i32> %q
}

; CHECK-LABEL: @of_all_lanes
; CHECK: %[[X:.*]] = sitofp <8 x i32> %x to <8 x double>
; CHECK: %[[Y:.*]] = sitofp i32 %y to double
; CHECK: %[[R:.*]] = fdiv double 1.000000e+00, %[[Y]]
; CHECK: %[[HALF:.*]] = call <8 x double> @llvm.copysign.v8f64(<8 x double> splat (double 5.000000e-01), <8 x double> %[[X]])
; CHECK: %[[MORE:.*]] = fadd <8 x double> %[[X]], %[[HALF]]
; CHECK: fmul <8 x double> %[[MORE]],
; CHECK-NOT: fdiv
define <8 x i32> @of_all_lanes(<8 x i32> %x, i32 %y) {
  %in = insertelement <8 x i32> poison, i32 %y, i64 0
  %all = shufflevector <8 x i32> %in, <8 x i32> poison, <8 x i32> zeroinitializer
  %q = sdiv <8 x i32> %x, %all
  ret <8 x i32> %q
}

; One quotient for both.
; CHECK-LABEL: @quotient_and_remainder
; CHECK: fdiv <4 x float>
; CHECK: %[[I:.*]] = fptoui <4 x float>
; CHECK-NOT: fdiv
; CHECK: %[[P:.*]] = mul <4 x i16> %[[I]], %y
; CHECK: %[[M:.*]] = sub <4 x i16> %x, %[[P]]
; CHECK: add <4 x i16> %[[I]], %[[M]]
define <4 x i16> @quotient_and_remainder(<4 x i16> %x, <4 x i16> %y) {
  %q = udiv <4 x i16> %x, %y
  %r = urem <4 x i16> %x, %y
  %s = add <4 x i16> %q, %r
  ret <4 x i16> %s
}

; Ids have 64 bits, and are less than 2^32.
; CHECK-LABEL: @of_ids
; CHECK: %[[X:.*]] = uitofp <8 x i32> %{{.*}} to <8 x double>
; CHECK: uitofp i64 %y to double
; CHECK: %[[Q:.*]] = fptoui <8 x double> %{{.*}} to <8 x i32>
; CHECK: %[[P:.*]] = mul <8 x i32> %[[Q]],
; CHECK: %[[M:.*]] = sub <8 x i32> %{{.*}}, %[[P]]
; CHECK: zext <8 x i32> %[[M]] to <8 x i64>
define <8 x i64> @of_ids(<8 x i32> %x, i64 %y) {
  %wide = zext <8 x i32> %x to <8 x i64>
  %in = insertelement <8 x i64> poison, i64 %y, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %r = urem <8 x i64> %wide, %all
  ret <8 x i64> %r
}

; CHECK-LABEL: @as_they_are
; CHECK: sdiv <8 x i32> %x, splat (i32 7)
; CHECK: sdiv <4 x i64> %y, splat (i64 -8)
; CHECK: srem <2 x i32> %v, %w
; CHECK: sdiv i32 %a, %b
define void @as_they_are(<8 x i32> %x, <4 x i64> %y, <2 x i32> %v, <2 x i32> %w, i32 %a, i32 %b) {
  %1 = sdiv <8 x i32> %x, splat (i32 7)
  %2 = sdiv <4 x i64> %y, splat (i64 -8)
  %3 = srem <2 x i32> %v, %w
  %4 = sdiv i32 %a, %b
  ret void
}

; A quotient and a remainder are computed once. The quotient in floating point is at most 1 away from it.
; CHECK-LABEL: @of_64_bits
; CHECK: %[[X:.*]] = freeze <8 x i64> %x
; CHECK: %[[A:.*]] = uitofp <8 x i64> %[[X]] to <8 x double>
; CHECK: %[[R:.*]] = fdiv double 1.000000e+00,
; CHECK: %[[Q:.*]] = fmul <8 x double> %[[A]],
; CHECK: fcmp olt <8 x double> %[[Q]], splat (double 0x4310000000000000)
; CHECK: %[[SMALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(
; CHECK: br i1 %[[SMALL]], label %[[REALS:[0-9]+]], label %[[INTEGERS:[0-9]+]], !prof
; CHECK: [[REALS]]:
; CHECK: call <8 x double> @llvm.trunc.v8f64(<8 x double> %[[Q]])
; CHECK-NOT: div
; CHECK: [[INTEGERS]]:
; CHECK: udiv <8 x i64> %[[X]],
; CHECK-NEXT: urem <8 x i64> %[[X]],
; CHECK: phi <8 x i64>
; CHECK-NEXT: phi <8 x i64>
; CHECK-NOT: div
define <8 x i64> @of_64_bits(<8 x i64> %x, i64 %y) #0 {
  %in = insertelement <8 x i64> poison, i64 %y, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %q = udiv <8 x i64> %x, %all
  %r = urem <8 x i64> %x, %all
  %s = add <8 x i64> %q, %r
  ret <8 x i64> %s
}

; CHECK-LABEL: @in_short_registers
; CHECK-NEXT: urem <8 x i64> %x, %y
define <8 x i64> @in_short_registers(<8 x i64> %x, <8 x i64> %y) {
  %r = urem <8 x i64> %x, %y
  ret <8 x i64> %r
}
attributes #0 = { "target-features"="+avx2" }
