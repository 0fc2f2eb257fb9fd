; Numbers of 64 bits are divided in floating point where quotients are small, and otherwise as before: the results are those of
; integers, around multiples of the divisor and at the ends of the ranges, for each sign, with divisors of all lanes and
; of each. Each comparison is with the division of one lane.
; RUN: cleave-opt --passes=divide_in_fp %s | sed 's/"target-features"="[^"]*"//' | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@divisors = constant [24 x i64] [i64 49, i64 10000019, i64 1, i64 2, i64 3, i64 7, i64 10, i64 255, i64 65537, i64 1000003, i64 2147483647, i64 4294967297, i64 1125899906842623, i64 1125899906842624, i64 1125899906842625, i64 4611686018427387903, i64 4611686018427387904, i64 9223372036854775807, i64 -1, i64 -2, i64 -7, i64 -1000003, i64 -4294967297, i64 -9223372036854775807]
@starts = constant [14 x i64] [i64 1, i64 0, i64 -8, i64 9007199254740991, i64 -9007199254740992, i64 1125899906842620, i64 -1125899906842630, i64 9223372036854775800, i64 -9223372036854775800, i64 4503599627370496, i64 123456789012345, i64 -98765432109876, i64 4611686018427387900, i64 1000000]

; Dividends at start * divisor + {-2, -1, 0, 1}, start + {0 … 3}: the borders of quotients, and neighbours of the start.
define internal i32 @check(i64 %start, i64 %divisor) noinline "target-features"="+avx2" {
  %multiple = mul i64 %start, %divisor
  %a0 = insertelement <8 x i64> poison, i64 %multiple, i64 0
  %a1 = shufflevector <8 x i64> %a0, <8 x i64> poison, <8 x i32> zeroinitializer
  %s0 = insertelement <8 x i64> poison, i64 %start, i64 0
  %s1 = shufflevector <8 x i64> %s0, <8 x i64> poison, <8 x i32> zeroinitializer
  %mixed = shufflevector <8 x i64> %a1, <8 x i64> %s1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %x = add <8 x i64> %mixed, <i64 -2, i64 -1, i64 0, i64 1, i64 0, i64 1, i64 2, i64 3>
  ; No division overflows.
  %least = icmp eq <8 x i64> %x, splat (i64 -9223372036854775808)
  %dividends = select <8 x i1> %least, <8 x i64> splat (i64 5), <8 x i64> %x
  %d0 = insertelement <8 x i64> poison, i64 %divisor, i64 0
  %all = shufflevector <8 x i64> %d0, <8 x i64> poison, <8 x i32> zeroinitializer
  %each.0 = add <8 x i64> %all, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %none = icmp eq <8 x i64> %each.0, zeroinitializer
  %each = select <8 x i1> %none, <8 x i64> splat (i64 9), <8 x i64> %each.0
  %v0 = sdiv <8 x i64> %dividends, %all
  %v1 = srem <8 x i64> %dividends, %all
  %v2 = udiv <8 x i64> %dividends, %all
  %v3 = urem <8 x i64> %dividends, %all
  %v4 = sdiv <8 x i64> %dividends, %each
  %v5 = srem <8 x i64> %dividends, %each
  %v6 = udiv <8 x i64> %dividends, %each
  %v7 = urem <8 x i64> %dividends, %each
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %e = extractelement <8 x i64> %dividends, i64 %i
  %de = extractelement <8 x i64> %each, i64 %i
  %r0 = sdiv i64 %e, %divisor
  %g0 = extractelement <8 x i64> %v0, i64 %i
  %w0 = icmp ne i64 %r0, %g0
  %r1 = srem i64 %e, %divisor
  %g1 = extractelement <8 x i64> %v1, i64 %i
  %w1 = icmp ne i64 %r1, %g1
  %r2 = udiv i64 %e, %divisor
  %g2 = extractelement <8 x i64> %v2, i64 %i
  %w2 = icmp ne i64 %r2, %g2
  %r3 = urem i64 %e, %divisor
  %g3 = extractelement <8 x i64> %v3, i64 %i
  %w3 = icmp ne i64 %r3, %g3
  %r4 = sdiv i64 %e, %de
  %g4 = extractelement <8 x i64> %v4, i64 %i
  %w4 = icmp ne i64 %r4, %g4
  %r5 = srem i64 %e, %de
  %g5 = extractelement <8 x i64> %v5, i64 %i
  %w5 = icmp ne i64 %r5, %g5
  %r6 = udiv i64 %e, %de
  %g6 = extractelement <8 x i64> %v6, i64 %i
  %w6 = icmp ne i64 %r6, %g6
  %r7 = urem i64 %e, %de
  %g7 = extractelement <8 x i64> %v7, i64 %i
  %w7 = icmp ne i64 %r7, %g7
  %o0 = or i1 %wrong, %w0
  %o1 = or i1 %o0, %w1
  %o2 = or i1 %o1, %w2
  %o3 = or i1 %o2, %w3
  %o4 = or i1 %o3, %w4
  %o5 = or i1 %o4, %w5
  %o6 = or i1 %o5, %w6
  %more = or i1 %o6, %w7
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, 8
  br i1 %last, label %end, label %lane
end:
  %code = zext i1 %more to i32
  ret i32 %code
}

define i32 @main() {
  br label %outer
outer:
  %s = phi i64 [ 0, %0 ], [ %s.next, %inner.end ]
  %wrong = phi i32 [ 0, %0 ], [ %all, %inner.end ]
  %start.at = getelementptr i64, ptr @starts, i64 %s
  %start = load i64, ptr %start.at
  br label %inner
inner:
  %d = phi i64 [ 0, %outer ], [ %d.next, %inner ]
  %sum = phi i32 [ %wrong, %outer ], [ %all, %inner ]
  %divisor.at = getelementptr i64, ptr @divisors, i64 %d
  %divisor = load i64, ptr %divisor.at
  %this = call i32 @check(i64 %start, i64 %divisor)
  %all = or i32 %sum, %this
  %d.next = add i64 %d, 1
  %d.last = icmp eq i64 %d.next, 24
  br i1 %d.last, label %inner.end, label %inner
inner.end:
  %s.next = add i64 %s, 1
  %s.last = icmp eq i64 %s.next, 14
  br i1 %s.last, label %end, label %outer
end:
  ret i32 %all
}
