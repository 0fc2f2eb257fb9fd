; The products give what divisions of one number give: around multiples of the divisor and at the ends of the
; ranges, with and without signs, for divisors of both signs, even ones, and such as need a factor of 65 bits.
; The processor that tests need not have what the pass asks for.
; RUN: cleave-opt --passes=divide_by_constants %s | sed 's/"target-features"="+avx2"//' | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@starts = constant [12 x i64] [i64 0, i64 1, i64 -9, i64 4294967294, i64 -4294967298, i64 9223372036854775800, i64 -9223372036854775807, i64 123456789012345678, i64 -987654321098765432, i64 1844674407370955161, i64 1000000, i64 -2]

; Compares what the vectors gave with divisions of each number by %d, which is no constant here.
define internal i32 @compare(<4 x i64> %x, i64 %d, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn) noinline {
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %bad.before = phi i1 [ false, %0 ], [ %bad, %lane ]
  %n = extractelement <4 x i64> %x, i64 %i
  %a = udiv i64 %n, %d
  %b = urem i64 %n, %d
  %c = sdiv i64 %n, %d
  %e = srem i64 %n, %d
  %narrow = lshr i64 %n, 31
  %f = udiv i64 %narrow, %d
  %va = extractelement <4 x i64> %qu, i64 %i
  %vb = extractelement <4 x i64> %ru, i64 %i
  %vc = extractelement <4 x i64> %qs, i64 %i
  %ve = extractelement <4 x i64> %rs, i64 %i
  %vf = extractelement <4 x i64> %qn, i64 %i
  %ba = icmp ne i64 %a, %va
  %bb = icmp ne i64 %b, %vb
  %bc = icmp ne i64 %c, %vc
  %be = icmp ne i64 %e, %ve
  %bf = icmp ne i64 %f, %vf
  %o1 = or i1 %ba, %bb
  %o2 = or i1 %bc, %be
  %o3 = or i1 %o1, %o2
  %o4 = or i1 %o3, %bf
  %bad = or i1 %bad.before, %o4
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, 4
  br i1 %end, label %done, label %lane
done:
  %result = zext i1 %bad to i32
  ret i32 %result
}

; Dividends: the start, the one behind it, and the two on both sides of a multiple of the divisor.
define internal <4 x i64> @dividends(i64 %start, i64 %d) noinline {
  %multiple = mul i64 %start, %d
  %before = sub i64 %multiple, 1
  %behind = add i64 %start, 1
  %x0 = insertelement <4 x i64> poison, i64 %start, i64 0
  %x1 = insertelement <4 x i64> %x0, i64 %behind, i64 1
  %x2 = insertelement <4 x i64> %x1, i64 %before, i64 2
  %x3 = insertelement <4 x i64> %x2, i64 %multiple, i64 3
  ret <4 x i64> %x3
}

define internal i32 @check.0(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 3)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 3)
  %ru = urem <4 x i64> %x, splat (i64 3)
  %qs = sdiv <4 x i64> %x, splat (i64 3)
  %rs = srem <4 x i64> %x, splat (i64 3)
  %qn = udiv <4 x i64> %narrow, splat (i64 3)
  %bad = call i32 @compare(<4 x i64> %x, i64 3, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.1(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 7)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 7)
  %ru = urem <4 x i64> %x, splat (i64 7)
  %qs = sdiv <4 x i64> %x, splat (i64 7)
  %rs = srem <4 x i64> %x, splat (i64 7)
  %qn = udiv <4 x i64> %narrow, splat (i64 7)
  %bad = call i32 @compare(<4 x i64> %x, i64 7, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.2(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 10)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 10)
  %ru = urem <4 x i64> %x, splat (i64 10)
  %qs = sdiv <4 x i64> %x, splat (i64 10)
  %rs = srem <4 x i64> %x, splat (i64 10)
  %qn = udiv <4 x i64> %narrow, splat (i64 10)
  %bad = call i32 @compare(<4 x i64> %x, i64 10, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.3(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 1000)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 1000)
  %ru = urem <4 x i64> %x, splat (i64 1000)
  %qs = sdiv <4 x i64> %x, splat (i64 1000)
  %rs = srem <4 x i64> %x, splat (i64 1000)
  %qn = udiv <4 x i64> %narrow, splat (i64 1000)
  %bad = call i32 @compare(<4 x i64> %x, i64 1000, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.4(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 641)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 641)
  %ru = urem <4 x i64> %x, splat (i64 641)
  %qs = sdiv <4 x i64> %x, splat (i64 641)
  %rs = srem <4 x i64> %x, splat (i64 641)
  %qn = udiv <4 x i64> %narrow, splat (i64 641)
  %bad = call i32 @compare(<4 x i64> %x, i64 641, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.5(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 1000003)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 1000003)
  %ru = urem <4 x i64> %x, splat (i64 1000003)
  %qs = sdiv <4 x i64> %x, splat (i64 1000003)
  %rs = srem <4 x i64> %x, splat (i64 1000003)
  %qn = udiv <4 x i64> %narrow, splat (i64 1000003)
  %bad = call i32 @compare(<4 x i64> %x, i64 1000003, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.6(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 8589934594)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 8589934594)
  %ru = urem <4 x i64> %x, splat (i64 8589934594)
  %qs = sdiv <4 x i64> %x, splat (i64 8589934594)
  %rs = srem <4 x i64> %x, splat (i64 8589934594)
  %qn = udiv <4 x i64> %narrow, splat (i64 8589934594)
  %bad = call i32 @compare(<4 x i64> %x, i64 8589934594, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.7(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 26801668)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 26801668)
  %ru = urem <4 x i64> %x, splat (i64 26801668)
  %qs = sdiv <4 x i64> %x, splat (i64 26801668)
  %rs = srem <4 x i64> %x, splat (i64 26801668)
  %qn = udiv <4 x i64> %narrow, splat (i64 26801668)
  %bad = call i32 @compare(<4 x i64> %x, i64 26801668, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.8(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 9223372036854775807)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 9223372036854775807)
  %ru = urem <4 x i64> %x, splat (i64 9223372036854775807)
  %qs = sdiv <4 x i64> %x, splat (i64 9223372036854775807)
  %rs = srem <4 x i64> %x, splat (i64 9223372036854775807)
  %qn = udiv <4 x i64> %narrow, splat (i64 9223372036854775807)
  %bad = call i32 @compare(<4 x i64> %x, i64 9223372036854775807, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.9(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 -9223372036854775807)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 -9223372036854775807)
  %ru = urem <4 x i64> %x, splat (i64 -9223372036854775807)
  %qs = sdiv <4 x i64> %x, splat (i64 -9223372036854775807)
  %rs = srem <4 x i64> %x, splat (i64 -9223372036854775807)
  %qn = udiv <4 x i64> %narrow, splat (i64 -9223372036854775807)
  %bad = call i32 @compare(<4 x i64> %x, i64 -9223372036854775807, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.10(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 -3)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 -3)
  %ru = urem <4 x i64> %x, splat (i64 -3)
  %qs = sdiv <4 x i64> %x, splat (i64 -3)
  %rs = srem <4 x i64> %x, splat (i64 -3)
  %qn = udiv <4 x i64> %narrow, splat (i64 -3)
  %bad = call i32 @compare(<4 x i64> %x, i64 -3, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.11(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 -7)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 -7)
  %ru = urem <4 x i64> %x, splat (i64 -7)
  %qs = sdiv <4 x i64> %x, splat (i64 -7)
  %rs = srem <4 x i64> %x, splat (i64 -7)
  %qn = udiv <4 x i64> %narrow, splat (i64 -7)
  %bad = call i32 @compare(<4 x i64> %x, i64 -7, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.12(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 -10)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 -10)
  %ru = urem <4 x i64> %x, splat (i64 -10)
  %qs = sdiv <4 x i64> %x, splat (i64 -10)
  %rs = srem <4 x i64> %x, splat (i64 -10)
  %qn = udiv <4 x i64> %narrow, splat (i64 -10)
  %bad = call i32 @compare(<4 x i64> %x, i64 -10, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.13(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 -2)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 -2)
  %ru = urem <4 x i64> %x, splat (i64 -2)
  %qs = sdiv <4 x i64> %x, splat (i64 -2)
  %rs = srem <4 x i64> %x, splat (i64 -2)
  %qn = udiv <4 x i64> %narrow, splat (i64 -2)
  %bad = call i32 @compare(<4 x i64> %x, i64 -2, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

define internal i32 @check.14(i64 %start) noinline #0 {
  %x = call <4 x i64> @dividends(i64 %start, i64 -1099511627782)
  %narrow = lshr <4 x i64> %x, splat (i64 31)
  %qu = udiv <4 x i64> %x, splat (i64 -1099511627782)
  %ru = urem <4 x i64> %x, splat (i64 -1099511627782)
  %qs = sdiv <4 x i64> %x, splat (i64 -1099511627782)
  %rs = srem <4 x i64> %x, splat (i64 -1099511627782)
  %qn = udiv <4 x i64> %narrow, splat (i64 -1099511627782)
  %bad = call i32 @compare(<4 x i64> %x, i64 -1099511627782, <4 x i64> %qu, <4 x i64> %ru, <4 x i64> %qs, <4 x i64> %rs, <4 x i64> %qn)
  ret i32 %bad
}

@checks = constant [15 x ptr] [ptr @check.0, ptr @check.1, ptr @check.2, ptr @check.3, ptr @check.4, ptr @check.5, ptr @check.6, ptr @check.7, ptr @check.8, ptr @check.9, ptr @check.10, ptr @check.11, ptr @check.12, ptr @check.13, ptr @check.14]

define i32 @main() {
  br label %divisor
divisor:
  %k = phi i64 [ 0, %0 ], [ %k.next, %divisor.done ]
  %bad.k = phi i32 [ 0, %0 ], [ %bad, %divisor.done ]
  %check.at = getelementptr ptr, ptr @checks, i64 %k
  %check = load ptr, ptr %check.at
  br label %start
start:
  %s = phi i64 [ 0, %divisor ], [ %s.next, %start ]
  %bad.s = phi i32 [ %bad.k, %divisor ], [ %bad, %start ]
  %start.at = getelementptr i64, ptr @starts, i64 %s
  %begin = load i64, ptr %start.at
  %one = call i32 %check(i64 %begin)
  %bad = or i32 %bad.s, %one
  %s.next = add i64 %s, 1
  %s.end = icmp eq i64 %s.next, 12
  br i1 %s.end, label %divisor.done, label %start
divisor.done:
  %k.next = add i64 %k, 1
  %k.end = icmp eq i64 %k.next, 15
  br i1 %k.end, label %done, label %divisor
done:
  ret i32 %bad
}

attributes #0 = { "target-features"="+avx2" }
