; llvm.fmuladd rounds its product, so that it is the same on every processor; llvm.fma does not, and its
; sum is rounded to odd before it is rounded to half.
; RUN: cleave-opt --passes=lower_half %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define half @unfused(half %a, half %b, half %c) #0 {
; CHECK-LABEL: @unfused
; CHECK: %[[P:.*]] = fmul float
; CHECK-NEXT: %[[H:.*]] = fptrunc float %[[P]] to half
; CHECK-NEXT: %[[S:.*]] = fpext half %[[H]] to float
; CHECK: fadd float %[[S]], %{{.*}}
  %result = call half @llvm.fmuladd.f16(half %a, half %b, half %c)
  ret half %result
}

define half @fused(half %a, half %b, half %c) #0 {
; CHECK-LABEL: @fused
; CHECK: %[[P:.*]] = fmul float
; CHECK-NEXT: %[[S:.*]] = fadd float %[[P]], %{{.*}}
; CHECK: fcmp one float
; CHECK: %[[O:.*]] = or i32 %{{.*}}, 1
; CHECK: select i1 %{{.*}}, i32 %[[O]]
  %result = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %result
}

attributes #0 = { "target-features"="+f16c" }
