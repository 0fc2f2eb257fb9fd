; What may be a product with a reciprocal is one, of an estimate that two fused products mend; of 14 bits one
; does. Without fused products, and in widths that have no estimate, the division is exact.
; RUN: cleave-opt --passes=estimate_quotients %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_8
; CHECK: %[[E:.*]] = call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float> %y)
; CHECK-NEXT: %[[N:.*]] = fneg <8 x float> %[[E]]
; CHECK-NEXT: %[[R:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[N]], <8 x float> %y, <8 x float> splat (float 1.000000e+00))
; CHECK-NEXT: %[[S:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[R]], <8 x float> %[[R]], <8 x float> %[[R]])
; CHECK-NEXT: %[[I:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[E]], <8 x float> %[[S]], <8 x float> %[[E]])
; CHECK-NEXT: fmul <8 x float> %x, %[[I]]
; CHECK-NOT: fdiv
define <8 x float> @of_8(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv arcp <8 x float> %x, %y
  ret <8 x float> %q
}

; CHECK-LABEL: @of_16
; CHECK: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %y,
; CHECK: %[[R:.*]] = call <16 x float> @llvm.fma.v16f32
; CHECK-NEXT: call <16 x float> @llvm.fma.v16f32(<16 x float> %{{.*}}, <16 x float> %[[R]],
; CHECK-NEXT: fmul <16 x float> %x,
define <16 x float> @of_16(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %q = fdiv arcp <16 x float> %x, %y
  ret <16 x float> %q
}

; Two registers have two estimates.
; CHECK-LABEL: @of_16_in_parts
; CHECK-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256
; CHECK-NOT: fdiv
define <16 x float> @of_16_in_parts(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv arcp <16 x float> %x, %y
  ret <16 x float> %q
}

; CHECK-LABEL: @without_fused_products
; CHECK: fdiv <8 x float> %x, %y
define <8 x float> @without_fused_products(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v2" {
  %q = fdiv arcp <8 x float> %x, %y
  ret <8 x float> %q
}

; CHECK-LABEL: @of_2
; CHECK: fdiv <2 x float> %x, %y
define <2 x float> @of_2(<2 x float> %x, <2 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv arcp <2 x float> %x, %y
  ret <2 x float> %q
}

; Neither what must be exact nor what LLVM makes a reciprocal square root changes.
; CHECK-LABEL: @others
; CHECK: fdiv <8 x float> %x, %y
; CHECK: fdiv arcp <8 x float> %x, %root
define <8 x float> @others(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv <8 x float> %x, %y
  %root = call afn <8 x float> @llvm.sqrt.v8f32(<8 x float> %y)
  %p = fdiv arcp <8 x float> %x, %root
  %sum = fadd <8 x float> %q, %p
  ret <8 x float> %sum
}
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
