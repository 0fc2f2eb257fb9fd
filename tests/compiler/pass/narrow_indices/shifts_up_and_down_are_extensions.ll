; A product, a sum or a shift in the upper half of a register is one of 32-bit numbers, extended.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s

; CHECK-LABEL: @product
; CHECK: [[LOW:%.*]] = trunc i64 %x to i32
; CHECK: [[BY:%.*]] = mul i32 [[LOW]], 3
; CHECK: [[WIDE:%.*]] = sext i32 [[BY]] to i64
; CHECK: [[INDEX:%.*]] = shl nsw i64 [[WIDE]], 2
; CHECK: ret i64 [[INDEX]]
define i64 @product(i64 %x) {
  %high = mul i64 %x, 12884901888
  %index = ashr exact i64 %high, 30
  ret i64 %index
}

; A number that was extended before is taken as it was.
; CHECK-LABEL: @sum
; CHECK-NOT: trunc
; CHECK: [[TWICE:%.*]] = shl i32 %x, 1
; CHECK: [[MORE:%.*]] = add i32 [[TWICE]], -1
; CHECK: [[LESS:%.*]] = sub i32 [[MORE]], %y
; CHECK: sext i32 [[LESS]] to i64
define i64 @sum(i32 %x, i32 %y) {
  %wide = zext i32 %x to i64
  %other = sext i32 %y to i64
  %high = shl i64 %wide, 33
  %more = add i64 %high, -4294967296
  %subtracted = shl i64 %other, 32
  %less = sub i64 %more, %subtracted
  %index = ashr i64 %less, 32
  ret i64 %index
}
