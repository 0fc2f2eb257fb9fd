; A product that LLVM would take from a 16-bit multiplication, wrongly, is shifted in 32 bits, with its sign.
; RUN: cleave-opt --passes=isel_workarounds %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define <4 x i16> @upper(<4 x i16> %a, <4 x i16> %b) {
; CHECK-LABEL: @upper
; CHECK: %[[P:.*]] = mul <4 x i32>
; CHECK-NEXT: %[[S:.*]] = ashr <4 x i32> %[[P]], splat (i32 31)
; CHECK-NEXT: %[[R:.*]] = trunc <4 x i32> %[[S]] to <4 x i16>
; CHECK-NEXT: ret <4 x i16> %[[R]]
  %x = sext <4 x i16> %a to <4 x i64>
  %y = sext <4 x i16> %b to <4 x i64>
  %product = mul nsw <4 x i64> %x, %y
  %shifted = lshr <4 x i64> %product, splat (i64 32)
  %low = trunc <4 x i64> %shifted to <4 x i16>
  ret <4 x i16> %low
}

define <4 x i16> @negative(<4 x i16> %a, <4 x i16> %b) {
; CHECK-LABEL: @negative
; CHECK: ashr <4 x i32> %{{.*}}, splat (i32 20)
  %x = sext <4 x i16> %a to <4 x i64>
  %y = sext <4 x i16> %b to <4 x i64>
  %product = mul nsw <4 x i64> %x, %y
  %shifted = lshr <4 x i64> %product, splat (i64 20)
  %low = trunc <4 x i64> %shifted to <4 x i16>
  ret <4 x i16> %low
}

define <4 x i16> @by_and_by(<4 x i16> %a, <4 x i16> %b) {
; CHECK-LABEL: @by_and_by
; CHECK: ashr <4 x i32> %{{.*}}, splat (i32 31)
; CHECK: ret
  %x = sext <4 x i16> %a to <4 x i64>
  %y = sext <4 x i16> %b to <4 x i64>
  %product = mul nsw <4 x i64> %x, %y
  %shifted = lshr <4 x i64> %product, splat (i64 32)
  %half = trunc nuw <4 x i64> %shifted to <4 x i32>
  %low = trunc <4 x i32> %half to <4 x i16>
  ret <4 x i16> %low
}

; A number that stands in all lanes is known as well.
define <4 x i16> @one_for_all(i16 %a) {
; CHECK-LABEL: @one_for_all
; CHECK: ashr <4 x i32> %{{.*}}, splat (i32 19)
; CHECK: ret
  %x = sext i16 %a to i64
  %first = insertelement <4 x i64> poison, i64 %x, i64 0
  %all = shufflevector <4 x i64> %first, <4 x i64> poison, <4 x i32> zeroinitializer
  %product = mul nsw <4 x i64> %all, <i64 0, i64 1, i64 0, i64 1>
  %shifted = lshr <4 x i64> %product, splat (i64 19)
  %low = trunc <4 x i64> %shifted to <4 x i16>
  ret <4 x i16> %low
}

; A shift that LLVM compiles rightly stays as it is: in 32 bits, and from the 16th bit.
define <4 x i16> @right(<4 x i32> %x, <4 x i64> %y) {
; CHECK-LABEL: @right
; CHECK: lshr <4 x i32> %{{.*}}, splat (i32 17)
; CHECK: lshr <4 x i64> %{{.*}}, splat (i64 40)
  %a = ashr <4 x i32> %x, splat (i32 16)
  %square = mul <4 x i32> %a, %a
  %shifted = lshr <4 x i32> %square, splat (i32 17)
  %low = trunc <4 x i32> %shifted to <4 x i16>
  %wide = mul <4 x i64> %y, %y
  %wide.shifted = lshr <4 x i64> %wide, splat (i64 40)
  %wide.low = trunc <4 x i64> %wide.shifted to <4 x i16>
  %sum = add <4 x i16> %low, %wide.low
  ret <4 x i16> %sum
}
