; What is computed in reals is what integers give: around multiples of the divisor, at the ends of the ranges,
; for each sign, with divisors of all lanes and of each. Each function has the numbers i * step + offset for
; dividends, and compares with the division of one lane.
; RUN: cleave-opt --passes=divide_in_reals %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@divisors = constant [12 x i32] [i32 1, i32 2, i32 3, i32 7, i32 10, i32 65535, i32 65537, i32 1000003, i32 2147483647, i32 -1, i32 -7, i32 -2147483647]
@starts = constant [8 x i32] [i32 0, i32 -8, i32 2147483640, i32 -2147483647, i32 65528, i32 1000000, i32 123456789, i32 -987654321]

; Dividends at x * d + {-2, -1, 0, 1}, x + {0 … 3}: the borders of quotients, and neighbours of the start.
define internal i32 @check(i32 %start, i32 %divisor) noinline {
  %multiple = mul i32 %start, %divisor
  %a0 = insertelement <8 x i32> poison, i32 %multiple, i64 0
  %a1 = shufflevector <8 x i32> %a0, <8 x i32> poison, <8 x i32> zeroinitializer
  %s0 = insertelement <8 x i32> poison, i32 %start, i64 0
  %s1 = shufflevector <8 x i32> %s0, <8 x i32> poison, <8 x i32> zeroinitializer
  %mixed = shufflevector <8 x i32> %a1, <8 x i32> %s1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %x = add <8 x i32> %mixed, <i32 -2, i32 -1, i32 0, i32 1, i32 0, i32 1, i32 2, i32 3>
  ; No division overflows.
  %least = icmp eq <8 x i32> %x, splat (i32 -2147483648)
  %dividends = select <8 x i1> %least, <8 x i32> splat (i32 5), <8 x i32> %x
  %d0 = insertelement <8 x i32> poison, i32 %divisor, i64 0
  %all = shufflevector <8 x i32> %d0, <8 x i32> poison, <8 x i32> zeroinitializer
  %each.0 = add <8 x i32> %all, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %none = icmp eq <8 x i32> %each.0, zeroinitializer
  %each = select <8 x i1> %none, <8 x i32> splat (i32 9), <8 x i32> %each.0
  %qs = sdiv <8 x i32> %dividends, %all
  %rs = srem <8 x i32> %dividends, %all
  %qu = udiv <8 x i32> %dividends, %all
  %ru = urem <8 x i32> %dividends, %all
  %qse = sdiv <8 x i32> %dividends, %each
  %rue = urem <8 x i32> %dividends, %each
  %n = trunc <8 x i32> %dividends to <8 x i16>
  %nd.0 = trunc <8 x i32> %each to <8 x i16>
  %nd.none = icmp eq <8 x i16> %nd.0, zeroinitializer
  %nd.minus = icmp eq <8 x i16> %nd.0, splat (i16 -1)
  %nd.bad = or <8 x i1> %nd.none, %nd.minus
  %nd = select <8 x i1> %nd.bad, <8 x i16> splat (i16 3), <8 x i16> %nd.0
  %qn = sdiv <8 x i16> %n, %nd
  %rn = urem <8 x i16> %n, %nd
  %ids = zext <8 x i32> %dividends to <8 x i64>
  %wide = sext i32 %divisor to i64
  %w0 = insertelement <8 x i64> poison, i64 %wide, i64 0
  %wides = shufflevector <8 x i64> %w0, <8 x i64> poison, <8 x i32> zeroinitializer
  %qi = udiv <8 x i64> %ids, %wides
  %ri = urem <8 x i64> %ids, %wides
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %e = extractelement <8 x i32> %dividends, i64 %i
  %de = extractelement <8 x i32> %each, i64 %i
  %ne = extractelement <8 x i16> %n, i64 %i
  %nde = extractelement <8 x i16> %nd, i64 %i
  %1 = sdiv i32 %e, %divisor
  %2 = extractelement <8 x i32> %qs, i64 %i
  %w1 = icmp ne i32 %1, %2
  %3 = srem i32 %e, %divisor
  %4 = extractelement <8 x i32> %rs, i64 %i
  %w2 = icmp ne i32 %3, %4
  %5 = udiv i32 %e, %divisor
  %6 = extractelement <8 x i32> %qu, i64 %i
  %w3 = icmp ne i32 %5, %6
  %7 = urem i32 %e, %divisor
  %8 = extractelement <8 x i32> %ru, i64 %i
  %w4 = icmp ne i32 %7, %8
  %9 = sdiv i32 %e, %de
  %10 = extractelement <8 x i32> %qse, i64 %i
  %w5 = icmp ne i32 %9, %10
  %11 = urem i32 %e, %de
  %12 = extractelement <8 x i32> %rue, i64 %i
  %w6 = icmp ne i32 %11, %12
  %13 = sdiv i16 %ne, %nde
  %14 = extractelement <8 x i16> %qn, i64 %i
  %w7 = icmp ne i16 %13, %14
  %15 = urem i16 %ne, %nde
  %16 = extractelement <8 x i16> %rn, i64 %i
  %w8 = icmp ne i16 %15, %16
  %ide = extractelement <8 x i64> %ids, i64 %i
  %17 = udiv i64 %ide, %wide
  %18 = extractelement <8 x i64> %qi, i64 %i
  %w9 = icmp ne i64 %17, %18
  %19 = urem i64 %ide, %wide
  %20 = extractelement <8 x i64> %ri, i64 %i
  %w10 = icmp ne i64 %19, %20
  %w11 = or i1 %w9, %w10
  %o1.0 = or i1 %w1, %w2
  %o1 = or i1 %o1.0, %w11
  %o2 = or i1 %w3, %w4
  %o3 = or i1 %w5, %w6
  %o4 = or i1 %w7, %w8
  %o5 = or i1 %o1, %o2
  %o6 = or i1 %o3, %o4
  %o7 = or i1 %o5, %o6
  %more = or i1 %wrong, %o7
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
  %start.at = getelementptr i32, ptr @starts, i64 %s
  %start = load i32, ptr %start.at
  br label %inner
inner:
  %d = phi i64 [ 0, %outer ], [ %d.next, %inner ]
  %sum = phi i32 [ %wrong, %outer ], [ %all, %inner ]
  %divisor.at = getelementptr i32, ptr @divisors, i64 %d
  %divisor = load i32, ptr %divisor.at
  %this = call i32 @check(i32 %start, i32 %divisor)
  %all = or i32 %sum, %this
  %d.next = add i64 %d, 1
  %d.last = icmp eq i64 %d.next, 12
  br i1 %d.last, label %inner.end, label %inner
inner.end:
  %s.next = add i64 %s, 1
  %s.last = icmp eq i64 %s.next, 8
  br i1 %s.last, label %end, label %outer
end:
  ret i32 %all
}
