; A quotient by a square root is a product with an estimate of the reciprocal root, where these are
; positive, finite and not subnormal in all lanes. A root that is needed anyway is a divisor like others.
; RUN: cleave-opt --passes=estimate_quotients %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @by_a_root
; CHECK-NOT: sqrt
; CHECK: %[[Y:.*]] = freeze <8 x float> %y
; CHECK-NEXT: %[[E:.*]] = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %[[Y]])
; CHECK-NEXT: %[[P:.*]] = fmul <8 x float> %[[Y]], %[[E]]
; CHECK-NEXT: %[[W:.*]] = fcmp uge <8 x float> %[[P]], splat (float 0x7FF0000000000000)
; CHECK-NEXT: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[W]])
; CHECK-NEXT: %[[N:.*]] = fneg <8 x float> %[[P]]
; CHECK-NEXT: %[[R:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[N]], <8 x float> %[[E]], <8 x float> splat (float 1.000000e+00))
; CHECK-NEXT: %[[F:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[R]], <8 x float> splat (float 3.750000e-01), <8 x float> splat (float 5.000000e-01))
; CHECK-NEXT: %[[S:.*]] = fmul <8 x float> %[[R]], %[[E]]
; CHECK-NEXT: %[[I:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[S]], <8 x float> %[[F]], <8 x float> %[[E]])
; CHECK: br i1 %[[ANY]]
; CHECK: %[[ROOT:.*]] = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %[[Y]])
; CHECK-NEXT: fdiv <8 x float> %x, %[[ROOT]]
define <8 x float> @by_a_root(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %root = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %y)
  %q = fdiv arcp <8 x float> %x, %root
  ret <8 x float> %q
}

; A root and a division take longer than the estimate also where a division alone does not.
; CHECK-LABEL: @where_division_is_fast
; CHECK: rsqrt.ps.256
define <8 x float> @where_division_is_fast(<8 x float> %x, <8 x float> %y) "target-cpu"="znver3" {
  %root = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %y)
  %q = fdiv arcp <8 x float> %x, %root
  ret <8 x float> %q
}

; CHECK-LABEL: @by_a_root_of_16
; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512
; CHECK-COUNT-2: call <16 x float> @llvm.fma.v16f32
; CHECK-NOT: fma
; CHECK: ret
define <16 x float> @by_a_root_of_16(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %root = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %y)
  %q = fdiv arcp <16 x float> %x, %root
  ret <16 x float> %q
}

; CHECK-LABEL: @by_a_root_that_is_needed
; CHECK: sqrt.v8f32
; CHECK: rcp.ps.256
define <8 x float> @by_a_root_that_is_needed(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %root = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %y)
  %q = fdiv arcp <8 x float> %x, %root
  %sum = fadd <8 x float> %q, %root
  ret <8 x float> %sum
}

; Code generation would estimate these, and be wrong at 0 and infinity.
; CHECK-LABEL: @of_numbers
; CHECK: fdiv float %x, %root
; CHECK: fdiv float %x, %product
; CHECK: fdiv arcp float %x, %y
define float @of_numbers(float %x, float %y, float %z) "target-cpu"="x86-64-v3" {
  %root = call float @llvm.sqrt.f32(float %y)
  %q = fdiv arcp float %x, %root
  %product = fmul float %root, %z
  %p = fdiv arcp float %x, %product
  %r = fdiv arcp float %x, %y
  %sum = fadd float %q, %p
  %all = fadd float %sum, %r
  ret float %all
}

; CHECK-LABEL: @without_fused_products
; CHECK: %root = call
; CHECK: fdiv <4 x float> %x, %root
define <4 x float> @without_fused_products(<4 x float> %x, <4 x float> %y) "target-cpu"="x86-64-v2" {
  %root = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %y)
  %q = fdiv arcp <4 x float> %x, %root
  ret <4 x float> %q
}

; CHECK-LABEL: @of_halves_and_doubles
; CHECK: fdiv <8 x half> %x, %y
; CHECK: fdiv arcp <4 x double> %a, %b
define <4 x double> @of_halves_and_doubles(<8 x half> %x, <8 x half> %y, <4 x double> %a, <4 x double> %b, ptr %p) "target-cpu"="sapphirerapids" {
  %q = fdiv arcp <8 x half> %x, %y
  store <8 x half> %q, ptr %p
  %r = fdiv arcp <4 x double> %a, %b
  ret <4 x double> %r
}
