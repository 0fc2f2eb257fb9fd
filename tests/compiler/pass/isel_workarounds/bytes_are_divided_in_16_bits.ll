; The upper ones of the quotients by ten become the upper bytes of words: LLVM would make zeros of them.
; RUN: cleave-opt --passes=isel_workarounds %s | FileCheck %s
; RUN: cleave-opt --passes=isel_workarounds %s | lli
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @quotients
; CHECK: %[[W:.*]] = zext <8 x i8> %x to <8 x i16>
; CHECK-NEXT: %[[Q:.*]] = udiv <8 x i16> %[[W]], splat (i16 10)
; CHECK-NEXT: trunc <8 x i16> %[[Q]] to <8 x i8>
define <4 x i16> @quotients(<8 x i8> %x) noinline {
  %q = udiv <8 x i8> %x, splat (i8 10)
  %upper = shufflevector <8 x i8> %q, <8 x i8> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %words = zext <4 x i8> %upper to <4 x i16>
  %shifted = shl nuw <4 x i16> %words, splat (i16 8)
  %all = or disjoint <4 x i16> %shifted, splat (i16 1)
  ret <4 x i16> %all
}

; CHECK-LABEL: @remainders
; CHECK: sext <8 x i8> %x to <8 x i16>
; CHECK: srem <8 x i16> %{{.*}}, splat (i16 -7)
define <8 x i8> @remainders(<8 x i8> %x) {
  %r = srem <8 x i8> %x, splat (i8 -7)
  ret <8 x i8> %r
}

define i32 @main() {
  %q = call <4 x i16> @quotients(<8 x i8> <i8 0, i8 10, i8 20, i8 30, i8 40, i8 50, i8 60, i8 70>)
  %wrong = icmp ne <4 x i16> %q, <i16 1025, i16 1281, i16 1537, i16 1793>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
