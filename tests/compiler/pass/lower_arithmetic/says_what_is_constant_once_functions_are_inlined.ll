; Only `simplify` answers: then a caller's constant is where the library asks for it.
; RUN: cleave-opt --passes=lower_arithmetic,simplify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define i32 @constant() #0 {
; CHECK-LABEL: @constant
; CHECK-NEXT: ret i32 1
  %memory = alloca float
  store float 2.0, ptr %memory
  %value = load float, ptr %memory
  %r = call i32 @__cleave_is_constant_float(float %value)
  ret i32 %r
}

define i32 @any(double %x, i32 %n) #0 {
; CHECK-LABEL: @any
; CHECK-NEXT: ret i32 0
  %r = call i32 @__cleave_is_constant_double(double %x)
  %s = call i32 @__cleave_is_constant_int(i32 %n)
  %sum = add i32 %r, %s
  ret i32 %sum
}

declare i32 @__cleave_is_constant_float(float)
declare i32 @__cleave_is_constant_double(double)
declare i32 @__cleave_is_constant_int(i32)

attributes #0 = { "target-features"="+avx2" }
