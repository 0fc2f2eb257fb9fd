; Vectors of numbers below 2^50 are divided by constants in double precision, where processors convert them:
; around multiples of the divisor, up to the largest, the results are those of one lane.
; RUN: cleave-opt --passes=divide_in_reals %s | FileCheck %s
; RUN: cleave-opt --passes=divide_in_reals %s | sed 's/"target-cpu"="x86-64-v."/"any-processor"/' | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @check0(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check0(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 3
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 3)
  %r = urem <8 x i64> %x, splat (i64 3)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 3
  %one.r = urem i64 %one, 3
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; CHECK-LABEL: @check1(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check1(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 7
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 7)
  %r = urem <8 x i64> %x, splat (i64 7)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 7
  %one.r = urem i64 %one, 7
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; CHECK-LABEL: @check2(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check2(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 10
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 10)
  %r = urem <8 x i64> %x, splat (i64 10)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 10
  %one.r = urem i64 %one, 10
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; CHECK-LABEL: @check3(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check3(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 1000003
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 1000003)
  %r = urem <8 x i64> %x, splat (i64 1000003)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 1000003
  %one.r = urem i64 %one, 1000003
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; CHECK-LABEL: @check4(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check4(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 1048575
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 1048575)
  %r = urem <8 x i64> %x, splat (i64 1048575)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 1048575
  %one.r = urem i64 %one, 1048575
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; CHECK-LABEL: @check5(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check5(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 4294967291
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 4294967291)
  %r = urem <8 x i64> %x, splat (i64 4294967291)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 4294967291
  %one.r = urem i64 %one, 4294967291
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; CHECK-LABEL: @check6(
; CHECK: uitofp <8 x i64> %{{.*}} to <8 x double>
; CHECK: fptoui <8 x double> %{{.*}} to <8 x i64>
; CHECK-NOT: udiv <8 x i64>
; CHECK-NOT: urem <8 x i64>
; CHECK: ret i1
define i1 @check6(i64 %multiple) noinline "target-cpu"="x86-64-v4" {
  %border = mul i64 %multiple, 1099511627689
  %in = insertelement <8 x i64> poison, i64 %border, i64 0
  %all = shufflevector <8 x i64> %in, <8 x i64> poison, <8 x i32> zeroinitializer
  %any = add <8 x i64> %all, <i64 -4, i64 -3, i64 -2, i64 -1, i64 0, i64 1, i64 2, i64 3>
  %x = and <8 x i64> %any, splat (i64 1125899906842623)
  %q = udiv <8 x i64> %x, splat (i64 1099511627689)
  %r = urem <8 x i64> %x, splat (i64 1099511627689)
  br label %lane
lane:
  %i = phi i64 [ 0, %0 ], [ %next, %lane ]
  %wrong = phi i1 [ false, %0 ], [ %more, %lane ]
  %one = extractelement <8 x i64> %x, i64 %i
  %one.q = udiv i64 %one, 1099511627689
  %one.r = urem i64 %one, 1099511627689
  %of.q = extractelement <8 x i64> %q, i64 %i
  %of.r = extractelement <8 x i64> %r, i64 %i
  %w1 = icmp ne i64 %one.q, %of.q
  %w2 = icmp ne i64 %one.r, %of.r
  %w = or i1 %w1, %w2
  %more = or i1 %wrong, %w
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %lane, label %end
end:
  ret i1 %more
}
; Numbers that may be larger stay with integers, and so do all without the conversions.
; CHECK-LABEL: @larger(
; CHECK: urem <8 x i64>
define <8 x i64> @larger(<8 x i64> %any) "target-cpu"="x86-64-v4" {
  %x = and <8 x i64> %any, splat (i64 2251799813685247)
  %r = urem <8 x i64> %x, splat (i64 7)
  ret <8 x i64> %r
}
; CHECK-LABEL: @without(
; CHECK: urem <8 x i64>
define <8 x i64> @without(<8 x i64> %any) "target-cpu"="x86-64-v3" {
  %x = and <8 x i64> %any, splat (i64 65535)
  %r = urem <8 x i64> %x, splat (i64 7)
  ret <8 x i64> %r
}

; Multiples of all sizes: a random number, shifted by 14 to 63 bits.
define i32 @main() {
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %seed = phi i64 [ 88172645463325252, %0 ], [ %s3, %loop ]
  %failed = phi i1 [ false, %0 ], [ %more, %loop ]
  %l = shl i64 %seed, 13
  %s1 = xor i64 %seed, %l
  %m = lshr i64 %s1, 7
  %s2 = xor i64 %s1, %m
  %n = shl i64 %s2, 17
  %s3 = xor i64 %s2, %n
  %low = urem i64 %k, 50
  %shift = add i64 %low, 14
  %multiple = lshr i64 %s3, %shift
  %largest0 = urem i64 %multiple, 375299968947541
  %f0 = call i1 @check0(i64 %largest0)
  %g0 = or i1 %failed, %f0
  %largest1 = urem i64 %multiple, 160842843834660
  %f1 = call i1 @check1(i64 %largest1)
  %g1 = or i1 %g0, %f1
  %largest2 = urem i64 %multiple, 112589990684262
  %f2 = call i1 @check2(i64 %largest2)
  %g2 = or i1 %g1, %f2
  %largest3 = urem i64 %multiple, 1125896529
  %f3 = call i1 @check3(i64 %largest3)
  %g3 = or i1 %g2, %f3
  %largest4 = urem i64 %multiple, 1073742848
  %f4 = call i1 @check4(i64 %largest4)
  %g4 = or i1 %g3, %f4
  %largest5 = urem i64 %multiple, 262144
  %f5 = call i1 @check5(i64 %largest5)
  %g5 = or i1 %g4, %f5
  %largest6 = urem i64 %multiple, 1024
  %f6 = call i1 @check6(i64 %largest6)
  %g6 = or i1 %g5, %f6
  %more = or i1 %g6, false
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, 20000
  br i1 %again, label %loop, label %end
end:
  %result = zext i1 %more to i32
  ret i32 %result
}
