; AVX512DQ has instructions that give the other number where one is a NaN, in lengths of 128, 256 and 512 bits. Where
; one is known to be none, LLVM makes one instruction of any other kind.
; RUN: cleave-opt --passes=order_numbers %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @minimum_of_16
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %a, <16 x float> %b, i32 4, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-NOT: minnum
define <16 x float> @minimum_of_16(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %a = fadd <16 x float> %x, %y
  %b = fmul <16 x float> %x, %y
  %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %a, <16 x float> %b)
  ret <16 x float> %m
}

; CHECK-LABEL: @maximum_of_4_doubles
; CHECK: call <4 x double> @llvm.x86.avx512.mask.range.pd.256(<4 x double> %a, <4 x double> %b, i32 5, <4 x double> zeroinitializer, i8 -1)
define <4 x double> @maximum_of_4_doubles(<4 x double> %x, <4 x double> %y) "target-cpu"="x86-64-v4" {
  %a = fadd <4 x double> %x, %y
  %b = fmul <4 x double> %x, %y
  %m = call <4 x double> @llvm.maxnum.v4f64(<4 x double> %a, <4 x double> %b)
  ret <4 x double> %m
}

; CHECK-LABEL: @minimum_of_32_in_parts
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.mask.range.ps.512
; CHECK-NOT: minnum
define <32 x float> @minimum_of_32_in_parts(<32 x float> %x, <32 x float> %y) "target-cpu"="x86-64-v4" {
  %a = fadd <32 x float> %x, %y
  %b = fmul <32 x float> %x, %y
  %m = call <32 x float> @llvm.minnum.v32f32(<32 x float> %a, <32 x float> %b)
  ret <32 x float> %m
}

; CHECK-LABEL: @of_a_constant
; CHECK: @llvm.minnum
define <16 x float> @of_a_constant(<16 x float> %x) "target-cpu"="x86-64-v4" {
  %a = fadd <16 x float> %x, %x
  %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %a, <16 x float> splat (float 1.0))
  ret <16 x float> %m
}

; CHECK-LABEL: @without_the_instruction
; CHECK: @llvm.minnum
define <8 x float> @without_the_instruction(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %a = fadd <8 x float> %x, %y
  %b = fmul <8 x float> %x, %y
  %m = call <8 x float> @llvm.minnum.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %m
}

; A value in memory may be a signalling NaN, of which the instruction makes a quiet one. To make it one before is
; no faster than LLVM's three instructions.
; CHECK-LABEL: @of_memory
; CHECK: @llvm.maxnum
define <16 x float> @of_memory(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %a = fadd <16 x float> %x, %y
  %m = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %a, <16 x float> %y)
  ret <16 x float> %m
}

; CHECK-LABEL: @of_scalars
; CHECK: call <4 x float> @llvm.x86.avx512.mask.range.ss(
define float @of_scalars(float %x, float %y) "target-cpu"="x86-64-v4" {
  %a = fadd float %x, %y
  %b = fmul float %x, %y
  %m = call float @llvm.maxnum.f32(float %a, float %b)
  ret float %m
}
