; RUN: cleave-opt --passes=lower_arithmetic %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define double @instruction(double %x, i32 %n) #0 {
; CHECK-LABEL: @instruction
; CHECK-NEXT: %[[R:.*]] = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
; CHECK-NEXT: ret double %[[R]]
  %r = call double @__cleave_scaled_double(double %x, i32 %n)
  ret double %r
}

define double @products(double %x, i32 %n) #1 {
; CHECK-LABEL: @products
; CHECK: add i32 %{{.*}}, 1023
; CHECK: shl i64 %{{.*}}, 52
; CHECK: %[[X:.*]] = fmul double %x
; CHECK: fmul double %[[X]]
; CHECK-NOT: __cleave_scaled_double
  %r = call double @__cleave_scaled_double(double %x, i32 %n)
  ret double %r
}

declare double @__cleave_scaled_double(double, i32)

attributes #0 = { "target-features"="+avx2,+avx512f" }
attributes #1 = { "target-features"="+avx2" }
