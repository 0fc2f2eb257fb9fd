; RUN: cleave-opt --passes=lower_arithmetic %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define float @scaled(float %x, i32 %n) #0 {
; CHECK-LABEL: @scaled
; CHECK-NEXT: %[[R:.*]] = call float @llvm.ldexp.f32.i32(float %x, i32 %n)
; CHECK-NEXT: ret float %[[R]]
  %r = call float @__cleave_scaled(float %x, i32 %n)
  ret float %r
}

declare float @__cleave_scaled(float, i32)

attributes #0 = { "target-features"="+avx2,+avx512f" }
