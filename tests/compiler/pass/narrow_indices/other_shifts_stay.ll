; A number that has bits in its lower half, or loses some of its upper half, is no extension.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s

; CHECK-LABEL: @has_lower_bits
; CHECK: mul i64 %x, 12884901889
; CHECK-NEXT: ashr i64
define i64 @has_lower_bits(i64 %x) {
  %high = mul i64 %x, 12884901889
  %index = ashr i64 %high, 32
  ret i64 %index
}

; CHECK-LABEL: @loses_upper_bits
; CHECK: ashr i64 %high, 33
define i64 @loses_upper_bits(i64 %x) {
  %high = shl i64 %x, 32
  %index = ashr i64 %high, 33
  ret i64 %index
}

; CHECK-LABEL: @of_a_sum_with_something_else
; CHECK: ashr i64 %sum, 32
define i64 @of_a_sum_with_something_else(i64 %x, i64 %y) {
  %high = shl i64 %x, 32
  %sum = add i64 %high, %y
  %index = ashr i64 %sum, 32
  ret i64 %index
}

; CHECK-LABEL: @narrower
; CHECK: ashr i32 %high, 16
define i32 @narrower(i32 %x) {
  %high = shl i32 %x, 16
  %index = ashr i32 %high, 16
  ret i32 %index
}
