; What was rounded by 1.5 2^23, or 2^52, is a whole number, or so small that nothing is left of what it scales: the
; instruction takes it as it is, in the longest registers that hold such vectors. Where the processor lacks the
; instruction, or the exponent may have a fraction, integers scale.
; RUN: cleave-opt --passes=scale_by_reals %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_floats
; CHECK: %exponent = fadd <16 x float> %shifted, splat (float 0xC168000000000000)
; CHECK-NEXT: %[[S:.*]] = call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %x, <16 x float> %exponent, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-NEXT: ret <16 x float> %[[S]]
define <16 x float> @of_floats(<16 x float> %x, <16 x float> %shifted) "target-cpu"="x86-64-v4" {
  %exponent = fadd <16 x float> %shifted, splat (float 0xC168000000000000)
  %integer = fptosi <16 x float> %exponent to <16 x i32>
  %frozen = freeze <16 x i32> %integer
  %scaled = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %frozen)
  ret <16 x float> %scaled
}

; CHECK-LABEL: @of_doubles_in_parts
; CHECK: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512
; CHECK: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512
; CHECK-NOT: fptosi
define <16 x double> @of_doubles_in_parts(<16 x double> %x, <16 x double> %shifted) "target-cpu"="x86-64-v4" {
  %exponent = fadd <16 x double> %shifted, splat (double 0xC338000000000000)
  %integer = fptosi <16 x double> %exponent to <16 x i32>
  %scaled = call <16 x double> @llvm.ldexp.v16f64.v16i32(<16 x double> %x, <16 x i32> %integer)
  ret <16 x double> %scaled
}

; CHECK-LABEL: @of_four
; CHECK: call <4 x float> @llvm.x86.avx512.mask.scalef.ps.128(<4 x float> %x, <4 x float> %exponent, <4 x float> zeroinitializer, i8 -1)
define <4 x float> @of_four(<4 x float> %x, <4 x float> %shifted) "target-cpu"="x86-64-v4" {
  %exponent = fadd <4 x float> %shifted, splat (float 0xC168000000000000)
  %integer = fptosi <4 x float> %exponent to <4 x i32>
  %scaled = call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> %x, <4 x i32> %integer)
  ret <4 x float> %scaled
}

; CHECK-LABEL: @with_fractions
; CHECK: call <16 x float> @llvm.ldexp.v16f32.v16i32
define <16 x float> @with_fractions(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %exponent = fadd <16 x float> %y, splat (float 0xC158000000000000)
  %integer = fptosi <16 x float> %exponent to <16 x i32>
  %scaled = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %integer)
  ret <16 x float> %scaled
}

; CHECK-LABEL: @without_an_instruction
; CHECK: call <8 x float> @llvm.ldexp.v8f32.v8i32
define <8 x float> @without_an_instruction(<8 x float> %x, <8 x float> %shifted) "target-cpu"="x86-64-v3" {
  %exponent = fadd <8 x float> %shifted, splat (float 0xC168000000000000)
  %integer = fptosi <8 x float> %exponent to <8 x i32>
  %scaled = call <8 x float> @llvm.ldexp.v8f32.v8i32(<8 x float> %x, <8 x i32> %integer)
  ret <8 x float> %scaled
}
