; A processor with arithmetic on halves has none of these either, and LLVM ends the process over
; llvm.modf of a half.
; RUN: cleave-opt --passes=lower_half %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define half @sine(half %a) #0 {
; CHECK-LABEL: @sine
; CHECK: %[[S:.*]] = fpext half %a to float
; CHECK: %[[R:.*]] = call float @llvm.sin.f32(float %[[S]])
; CHECK: fptrunc float %[[R]] to half
  %result = call half @llvm.sin.f16(half %a)
  ret half %result
}

define i32 @parts(half %a, ptr %fraction) #1 {
; CHECK-LABEL: @parts
; CHECK: %[[R:.*]] = call { float, i32 } @llvm.frexp.f32.i32(float
; CHECK: %[[F:.*]] = extractvalue { float, i32 } %[[R]], 0
; CHECK: fptrunc float %[[F]] to half
; CHECK: insertvalue { half, i32 }
  %both = call { half, i32 } @llvm.frexp.f16.i32(half %a)
  %first = extractvalue { half, i32 } %both, 0
  store half %first, ptr %fraction
  %second = extractvalue { half, i32 } %both, 1
  ret i32 %second
}

define { half, half } @whole(half %a) #1 {
; CHECK-LABEL: @whole
; CHECK: call { float, float } @llvm.modf.f32(float
  %both = call { half, half } @llvm.modf.f16(half %a)
  ret { half, half } %both
}

attributes #0 = { "target-features"="+f16c" }
attributes #1 = { "target-features"="+f16c,+avx512fp16" }
