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
; CHECK: %[[N:.*]] = sext i32 %n to i64
; CHECK: lshr i64 %[[N]], 1
; CHECK: add i64 %{{.*}}, 1023
; CHECK: shl i64 %{{.*}}, 52
; CHECK: %[[X:.*]] = fmul double %x
; CHECK: fmul double %[[X]]
; CHECK-NOT: __cleave_scaled_double
  %r = call double @__cleave_scaled_double(double %x, i32 %n)
  ret double %r
}

define double @was_long(double %x, i64 %n) #1 {
; CHECK-LABEL: @was_long
; CHECK: lshr i64 %n, 1
; CHECK-NOT: sext
  %narrow = trunc i64 %n to i32
  %r = call double @__cleave_scaled_double(double %x, i32 %narrow)
  ret double %r
}

declare double @__cleave_scaled_double(double, i32)

attributes #0 = { "target-features"="+avx2,+avx512f" }
attributes #1 = { "target-features"="+avx2" }
