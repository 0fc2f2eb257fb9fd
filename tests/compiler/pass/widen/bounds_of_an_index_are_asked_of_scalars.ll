; The checks of a[clamp(i - 2, 0, n)], as LLVM compiles it, and of bounds that programs write by hand look at
; the first and the last number, and at whether these are so near the ends of their type that sums may wrap
; around.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @least_and_less(
; CHECK: %[[NUMBER:.*]] = freeze i32
; CHECK: %[[FIRST:.*]] = sext i32 %[[NUMBER]] to i64
; CHECK: %[[LAST:.*]] = add i64 %[[FIRST]], 3
; CHECK: %[[ROOM:.*]] = sub i32 %[[NUMBER]], -2147418113
; CHECK: icmp ule i32 %[[ROOM]], -131074
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @least_and_less(i32 %first, i32 %most) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %above = call i32 @llvm.smax.i32(i32 %number, i32 2)
  %less = add nsw i32 %above, -2
  %bounded = call i32 @llvm.smin.i32(i32 %less, i32 %most)
  %index = zext nneg i32 %bounded to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @chosen(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @chosen(i32 %first, i32 %most) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %less = add i32 %number, -2
  %is.outside = icmp slt i32 %number, 2
  %below = call i32 @llvm.smin.i32(i32 %less, i32 %most)
  %bounded = select i1 %is.outside, i32 0, i32 %below
  %index = sext i32 %bounded to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @unsigned(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @unsigned(i32 %first, i32 %most) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %less = call i32 @llvm.usub.sat.i32(i32 %number, i32 2)
  %bounded = call i32 @llvm.umin.i32(i32 %less, i32 %most)
  %index = zext i32 %bounded to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; Numbers of 64 bits, and what a number must not be.
; CHECK-LABEL: define internal void @not_the_last(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @not_the_last(i64 %first, i64 %most) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %long = zext i32 %lane to i64
  %number = add i64 %first, %long
  %is.first = icmp ult i64 %number, 2
  %before = add i64 %number, -2
  %bounded = select i1 %is.first, i64 0, i64 %before
  %is.last = icmp eq i64 %number, %most
  %chosen = select i1 %is.last, i64 3, i64 %bounded
  %from = getelementptr i32, ptr @data, i64 %chosen
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr @out, i64 %long
  store i32 %v, ptr %to
  ret void
}

; A choice by what has a bound already.
; CHECK-LABEL: define internal void @chosen_above(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @chosen_above(i32 %first, i32 %most) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %above = call i32 @llvm.smax.i32(i32 %number, i32 1)
  %less = add nsw i32 %above, -1
  %is.beyond = icmp sgt i32 %above, %most
  %bounded = select i1 %is.beyond, i32 %most, i32 %less
  %index = zext nneg i32 %bounded to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; A block asks once for the neighbours that it reads: is the first lane's left one not negative, and
; the last lane's right one, two after its left one, not above %most?
; CHECK-LABEL: define internal void @neighbours(
; CHECK: %[[LEFT:.*]] = freeze i32 %before
; CHECK: %[[FIRST:.*]] = sext i32 %[[LEFT]] to i64
; CHECK: %[[LAST:.*]] = add i64 %[[FIRST]], 3
; CHECK: icmp ule i32
; CHECK: icmp sle i64 0,
; CHECK: %[[MORE:.*]] = add i64 %[[LAST]], 2
; CHECK: icmp sle i64 %[[MORE]],
; CHECK: %[[ALL:.*]] = freeze i1
; CHECK: br i1 %[[ALL]], label %contiguous
; CHECK-NOT: icmp
; CHECK: br i1 %[[ALL]], label %contiguous
; CHECK-NOT: icmp
; CHECK: ret void
define internal void @neighbours(i32 %first, i32 %most) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %before = add i32 %number, -1
  %left.below = call i32 @llvm.smin.i32(i32 %before, i32 %most)
  %left.index = call i32 @llvm.smax.i32(i32 %left.below, i32 0)
  %left.from = getelementptr i32, ptr @data, i32 %left.index
  %left = load i32, ptr %left.from
  %behind = add i32 %number, 1
  %right.below = call i32 @llvm.smin.i32(i32 %behind, i32 %most)
  %right.index = call i32 @llvm.smax.i32(i32 %right.below, i32 0)
  %right.from = getelementptr i32, ptr @data, i32 %right.index
  %right = load i32, ptr %right.from
  %high = mul i32 %right, 100
  %v = add i32 %high, %left
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

define internal i32 @wrong(<4 x i32> %expected) {
  %all = load <4 x i32>, ptr @out
  %differ = icmp ne <4 x i32> %all, %expected
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %differ)
  %code = zext i1 %some to i32
  ret i32 %code
}
define i32 @main() {
  call void @least_and_less(i32 2, i32 7)
  %a = call i32 @wrong(<4 x i32> <i32 10, i32 11, i32 12, i32 13>)
  call void @least_and_less(i32 0, i32 7)
  %b = call i32 @wrong(<4 x i32> <i32 10, i32 10, i32 10, i32 11>)
  call void @least_and_less(i32 6, i32 6)
  %c = call i32 @wrong(<4 x i32> <i32 14, i32 15, i32 16, i32 16>)
  call void @least_and_less(i32 2147483646, i32 7)
  %d = call i32 @wrong(<4 x i32> <i32 17, i32 17, i32 10, i32 10>)
  call void @chosen(i32 6, i32 7)
  %e = call i32 @wrong(<4 x i32> <i32 14, i32 15, i32 16, i32 17>)
  call void @chosen(i32 1, i32 7)
  %f = call i32 @wrong(<4 x i32> <i32 10, i32 10, i32 11, i32 12>)
  call void @chosen(i32 6, i32 5)
  %g = call i32 @wrong(<4 x i32> <i32 14, i32 15, i32 15, i32 15>)
  call void @unsigned(i32 3, i32 7)
  %h = call i32 @wrong(<4 x i32> <i32 11, i32 12, i32 13, i32 14>)
  call void @unsigned(i32 0, i32 7)
  %i = call i32 @wrong(<4 x i32> <i32 10, i32 10, i32 10, i32 11>)
  call void @unsigned(i32 -2, i32 7)
  %j = call i32 @wrong(<4 x i32> <i32 17, i32 17, i32 10, i32 10>)
  call void @not_the_last(i64 4, i64 8)
  %k = call i32 @wrong(<4 x i32> <i32 12, i32 13, i32 14, i32 15>)
  call void @not_the_last(i64 4, i64 6)
  %l = call i32 @wrong(<4 x i32> <i32 12, i32 13, i32 13, i32 15>)
  call void @not_the_last(i64 0, i64 8)
  %m = call i32 @wrong(<4 x i32> <i32 10, i32 10, i32 10, i32 11>)
  call void @chosen_above(i32 2, i32 7)
  %n = call i32 @wrong(<4 x i32> <i32 11, i32 12, i32 13, i32 14>)
  call void @chosen_above(i32 0, i32 2)
  %o = call i32 @wrong(<4 x i32> <i32 10, i32 10, i32 11, i32 12>)
  call void @neighbours(i32 1, i32 7)
  %p = call i32 @wrong(<4 x i32> <i32 1210, i32 1311, i32 1412, i32 1513>)
  call void @neighbours(i32 0, i32 7)
  %q = call i32 @wrong(<4 x i32> <i32 1110, i32 1210, i32 1311, i32 1412>)
  call void @neighbours(i32 4, i32 7)
  %r = call i32 @wrong(<4 x i32> <i32 1513, i32 1614, i32 1715, i32 1716>)
  call void @neighbours(i32 2147483645, i32 7)
  %s = call i32 @wrong(<4 x i32> <i32 1717, i32 1717, i32 1017, i32 1017>)
  %no = or i32 %n, %o
  %pq = or i32 %p, %q
  %rs = or i32 %r, %s
  %nopq = or i32 %no, %pq
  %three = or i32 %nopq, %rs
  %ab = or i32 %a, %b
  %cd = or i32 %c, %d
  %ef = or i32 %e, %f
  %gh = or i32 %g, %h
  %ij = or i32 %i, %j
  %kl = or i32 %k, %l
  %abcd = or i32 %ab, %cd
  %efgh = or i32 %ef, %gh
  %ijkl = or i32 %ij, %kl
  %one = or i32 %abcd, %efgh
  %two = or i32 %ijkl, %m
  %four = or i32 %one, %two
  %code = or i32 %three, %four
  ret i32 %code
}
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
