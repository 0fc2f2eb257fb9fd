; A quotient that may be a product with a reciprocal is one, of an estimate that two fused products mend, or
; one product if the estimate has 14 bits. Where the estimate has no answer, in any lane, all divide. Without fused products,
; and in widths that have no estimate, the division is exact.
; RUN: cleave-opt --passes=estimate_quotients %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_8
; CHECK: %[[Y:.*]] = freeze <8 x float> %y
; CHECK-NEXT: %[[E:.*]] = call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float> %[[Y]])
; CHECK-NEXT: %[[N:.*]] = fneg <8 x float> %[[E]]
; CHECK-NEXT: %[[R:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[N]], <8 x float> %[[Y]], <8 x float> splat (float 1.000000e+00))
; CHECK-NEXT: %[[S:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[R]], <8 x float> %[[R]], <8 x float> %[[R]])
; CHECK-NEXT: %[[I:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[E]], <8 x float> %[[S]], <8 x float> %[[E]])
; CHECK-NEXT: %[[W:.*]] = fcmp ueq <8 x float> %[[I]], zeroinitializer
; CHECK-NEXT: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[W]])
; CHECK-NEXT: %[[P:.*]] = fmul <8 x float> %x, %[[I]]
; CHECK-NEXT: br i1 %[[ANY]], label %[[DIVIDE:.*]], label %[[END:.*]], !prof
; CHECK: [[DIVIDE]]:
; CHECK-NEXT: %[[Q:.*]] = fdiv <8 x float> %x, %[[Y]]
; CHECK: [[END]]:
; CHECK-NEXT: phi <8 x float> [ %[[P]], %{{.*}} ], [ %[[Q]], %[[DIVIDE]] ]
define <8 x float> @of_8(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv arcp <8 x float> %x, %y
  ret <8 x float> %q
}

; Subnormal reciprocals have too few bits.
; CHECK-LABEL: @of_16
; CHECK: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %[[Y:.*]], <16 x float> zeroinitializer, i16 -1)
; CHECK: %[[R:.*]] = call <16 x float> @llvm.fma.v16f32
; CHECK-NEXT: %[[I:.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> %{{.*}}, <16 x float> %[[R]],
; CHECK-NEXT: %[[A:.*]] = call <16 x float> @llvm.fabs.v16f32(<16 x float> %[[I]])
; CHECK-NEXT: fcmp ult <16 x float> %[[A]], splat (float 0x3810000000000000)
; CHECK: fmul <16 x float> %x,
; CHECK: fdiv <16 x float> %x, %[[Y]]
define <16 x float> @of_16(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v4" {
  %q = fdiv arcp <16 x float> %x, %y
  ret <16 x float> %q
}

; Two registers have two estimates, and one branch.
; CHECK-LABEL: @of_16_in_parts
; CHECK-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256
; CHECK-COUNT-1: br i1
; CHECK: fdiv <16 x float>
; CHECK: ret
define <16 x float> @of_16_in_parts(<16 x float> %x, <16 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv arcp <16 x float> %x, %y
  ret <16 x float> %q
}

; CHECK-LABEL: @by_one_divisor
; CHECK-COUNT-1: rcp.ps.256
; CHECK-NOT: rcp.ps.256
; CHECK: %[[A:.*]] = phi <8 x float>
; CHECK: %[[B:.*]] = phi <8 x float>
; CHECK-NEXT: fadd <8 x float> %[[A]], %[[B]]
define <8 x float> @by_one_divisor(<8 x float> %x, <8 x float> %y, <8 x float> %z) "target-cpu"="x86-64-v3" {
  %q = fdiv arcp <8 x float> %x, %y
  %p = fdiv arcp <8 x float> %z, %y
  %sum = fadd <8 x float> %q, %p
  ret <8 x float> %sum
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

; A division takes hardly more than the estimate.
; CHECK-LABEL: @where_division_is_fast
; CHECK: fdiv <8 x float> %x, %y
define <8 x float> @where_division_is_fast(<8 x float> %x, <8 x float> %y) "target-cpu"="znver3" {
  %q = fdiv arcp <8 x float> %x, %y
  ret <8 x float> %q
}

; Neither what must be exact nor constant divisors change.
; CHECK-LABEL: @others
; CHECK: fdiv <8 x float> %x, %y
; CHECK: fdiv arcp <8 x float> %x, splat (float 3.000000e+00)
define <8 x float> @others(<8 x float> %x, <8 x float> %y) "target-cpu"="x86-64-v3" {
  %q = fdiv <8 x float> %x, %y
  %p = fdiv arcp <8 x float> %x, splat (float 3.000000e+00)
  %sum = fadd <8 x float> %q, %p
  ret <8 x float> %sum
}
