; A number that was rounded by a sum with 1.5 * 2^23 (or 1.5 * 2^52) is whole: the instruction that scales takes it as
; it is. Of a number that may have digits behind the point llvm.ldexp scales by the integer.
; RUN: cleave-opt --passes=scale_by_reals %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_16
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %x, <16 x float> %n, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-NOT: ldexp
define <16 x float> @of_16(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %sum = fadd <16 x float> %y, splat (float 0x4168000000000000)
  %n = fadd <16 x float> %sum, splat (float 0xC168000000000000)
  %integer = fptosi <16 x float> %n to <16 x i32>
  %frozen = freeze <16 x i32> %integer
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %frozen)
  ret <16 x float> %r
}

; CHECK-LABEL: @of_16_doubles_in_parts
; CHECK-COUNT-2: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(
; CHECK-NOT: ldexp
define <16 x double> @of_16_doubles_in_parts(<16 x double> %x, <16 x double> %y) "target-cpu"="x86-64-v4" {
  %sum = call <16 x double> @llvm.fmuladd.v16f64(<16 x double> %y, <16 x double> %y, <16 x double> splat (double 0x4338000000000000))
  %n = fadd <16 x double> %sum, splat (double 0xC338000000000000)
  %integer = fptosi <16 x double> %n to <16 x i32>
  %r = call <16 x double> @llvm.ldexp.v16f64.v16i32(<16 x double> %x, <16 x i32> %integer)
  ret <16 x double> %r
}

; CHECK-LABEL: @of_a_number_that_may_be_no_whole_one
; CHECK: @llvm.ldexp
define <16 x float> @of_a_number_that_may_be_no_whole_one(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %sum = fadd <16 x float> %y, splat (float 0x4158000000000000)
  %n = fadd <16 x float> %sum, splat (float 0xC158000000000000)
  %integer = fptosi <16 x float> %n to <16 x i32>
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %integer)
  ret <16 x float> %r
}

; Sums of 2^23 with numbers a little below 0 have a digit behind the point.
; CHECK-LABEL: @of_halves_below_zero
; CHECK: @llvm.ldexp
define <16 x float> @of_halves_below_zero(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %sum = fadd <16 x float> %y, splat (float 0x4160000000000000)
  %n = fadd <16 x float> %sum, splat (float 0xC160000000000000)
  %integer = fptosi <16 x float> %n to <16 x i32>
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %integer)
  ret <16 x float> %r
}

; CHECK-LABEL: @with_avx2
; CHECK: @llvm.ldexp
define <8 x float> @with_avx2(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %sum = fadd <8 x float> %y, splat (float 0x4168000000000000)
  %n = fadd <8 x float> %sum, splat (float 0xC168000000000000)
  %integer = fptosi <8 x float> %n to <8 x i32>
  %r = call <8 x float> @llvm.ldexp.v8f32.v8i32(<8 x float> %x, <8 x i32> %integer)
  ret <8 x float> %r
}
