; Each operation is one in single precision, rounded to half; each operand is converted once, where it is
; defined.
; RUN: cleave-opt --passes=lower_half %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define <8 x half> @sum(<8 x half> %a, <8 x half> %b) #0 {
; CHECK-LABEL: @sum
; CHECK-DAG: %[[A:.*]] = fpext <8 x half> %a to <8 x float>
; CHECK-DAG: %[[B:.*]] = fpext <8 x half> %b to <8 x float>
; CHECK: %[[S:.*]] = fadd <8 x float> %[[A]], %[[B]]
; CHECK: %[[H:.*]] = fptrunc <8 x float> %[[S]] to <8 x half>
; CHECK: %[[X:.*]] = fpext <8 x half> %[[H]] to <8 x float>
; CHECK: %[[P:.*]] = fmul <8 x float> %[[X]], %[[A]]
; CHECK: %[[R:.*]] = fptrunc <8 x float> %[[P]] to <8 x half>
; CHECK-NEXT: ret <8 x half> %[[R]]
  %sum = fadd <8 x half> %a, %b
  %product = fmul <8 x half> %sum, %a
  ret <8 x half> %product
}

define i1 @less(half %a) #0 {
; CHECK-LABEL: @less
; CHECK: fcmp olt float %{{.*}}, 1.000000e+00
  %less = fcmp olt half %a, 1.0
  ret i1 %less
}

define half @minimum(half %a, half %b) #0 {
; CHECK-LABEL: @minimum
; CHECK: %[[M:.*]] = call float @llvm.minnum.f32(float %{{.*}}, float %{{.*}})
; CHECK-NEXT: fptrunc float %[[M]] to half
  %result = call half @llvm.minnum.f16(half %a, half %b)
  ret half %result
}

; A sum in the given order rounds each step; one in any order need not.
define half @sums(half %start, <2 x half> %elements) #0 {
; CHECK-LABEL: @sums
; CHECK-COUNT-2: fadd float
; CHECK: call reassoc float @llvm.vector.reduce.fadd.v2f32(float %{{.*}}, <2 x float> %{{.*}})
  %ordered = call half @llvm.vector.reduce.fadd.v2f16(half %start, <2 x half> %elements)
  %any = call reassoc half @llvm.vector.reduce.fadd.v2f16(half %ordered, <2 x half> %elements)
  ret half %any
}

attributes #0 = { "target-features"="+f16c" }
