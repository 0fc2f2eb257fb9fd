; An index behind a border that mirrors or repeats is the number itself between the borders, where the first and the last
; lane are asked for it: x < 0 ? -x : x < w ? x : 2 * w - 2 - x, |x|, x + (x < 0 ? w : x < w ? 0 : -w).
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @mirrored(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @mirrored(i32 %first, i32 %w) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %above = add i32 %number, 1
  %is.below = icmp slt i32 %number, -1
  %minus = xor i32 %number, -1
  %is.inside = icmp slt i32 %above, %w
  %twice = shl i32 %w, 1
  %last = add i32 %twice, -2
  %back = sub i32 %last, %above
  %upper = select i1 %is.inside, i32 %above, i32 %back
  %index32 = select i1 %is.below, i32 %minus, i32 %upper
  %index = sext i32 %index32 to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @absolute(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @absolute(i32 %first, i32 %w) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %positive = call i32 @llvm.abs.i32(i32 %number, i1 true)
  %is.beyond = icmp sge i32 %positive, %w
  %twice = shl i32 %w, 1
  %last = add i32 %twice, -2
  %back = sub i32 %last, %positive
  %index32 = select i1 %is.beyond, i32 %back, i32 %positive
  %index = sext i32 %index32 to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @repeated(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @repeated(i32 %first, i32 %w) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %above = add i32 %number, 1
  %is.below = icmp slt i32 %number, -1
  %is.inside = icmp slt i32 %above, %w
  %more = select i1 %is.inside, i32 0, i32 %w
  %less = sub i32 0, %more
  %correction = select i1 %is.below, i32 %w, i32 %less
  %index32 = add i32 %above, %correction
  %index = sext i32 %index32 to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; One of them that has the correction subtracted, and one border.
; CHECK-LABEL: define internal void @repeated_above(
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: contiguous:
; CHECK: load <4 x i32>
define internal void @repeated_above(i32 %first, i32 %w) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %is.beyond = icmp sge i32 %number, %w
  %less = select i1 %is.beyond, i32 %w, i32 0
  %index32 = sub i32 %number, %less
  %index = sext i32 %index32 to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; A choice between two sums of the id says by itself which is which nowhere: lanes are compared.
; CHECK-LABEL: define internal void @either(
; CHECK: icmp eq <4 x i32>
define internal void @either(i32 %first, i32 %w) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %one = add i32 %lane, %w
  %other = sub i32 %one, %first
  %is.beyond = icmp sge i32 %number, %w
  %index32 = select i1 %is.beyond, i32 %one, i32 %other
  %index = sext i32 %index32 to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to.index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; Returns true if lane `lane` stored data[index].
define internal i1 @has(i32 %lane, i32 %index) {
  %l = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %l
  %v = load i32, ptr %to
  %expected = add i32 %index, 10
  %same = icmp eq i32 %v, %expected
  ret i1 %same
}
define internal i1 @have(i32 %a, i32 %b, i32 %c, i32 %d) {
  %has.a = call i1 @has(i32 0, i32 %a)
  %has.b = call i1 @has(i32 1, i32 %b)
  %has.c = call i1 @has(i32 2, i32 %c)
  %has.d = call i1 @has(i32 3, i32 %d)
  %ab = and i1 %has.a, %has.b
  %cd = and i1 %has.c, %has.d
  %all = and i1 %ab, %cd
  ret i1 %all
}
define i32 @main() {
  call void @mirrored(i32 1, i32 8)
  %m1 = call i1 @have(i32 2, i32 3, i32 4, i32 5)
  call void @mirrored(i32 -3, i32 8)
  %m2 = call i1 @have(i32 2, i32 1, i32 0, i32 1)
  call void @mirrored(i32 5, i32 8)
  %m3 = call i1 @have(i32 6, i32 7, i32 6, i32 5)
  call void @absolute(i32 4, i32 8)
  %a1 = call i1 @have(i32 4, i32 5, i32 6, i32 7)
  call void @absolute(i32 -2, i32 8)
  %a2 = call i1 @have(i32 2, i32 1, i32 0, i32 1)
  call void @absolute(i32 6, i32 8)
  %a3 = call i1 @have(i32 6, i32 7, i32 6, i32 5)
  call void @repeated(i32 3, i32 8)
  %r1 = call i1 @have(i32 4, i32 5, i32 6, i32 7)
  call void @repeated(i32 -3, i32 8)
  %r2 = call i1 @have(i32 6, i32 7, i32 0, i32 1)
  call void @repeated(i32 5, i32 8)
  %r3 = call i1 @have(i32 6, i32 7, i32 0, i32 1)
  call void @repeated_above(i32 4, i32 8)
  %u1 = call i1 @have(i32 4, i32 5, i32 6, i32 7)
  call void @repeated_above(i32 6, i32 8)
  %u2 = call i1 @have(i32 6, i32 7, i32 0, i32 1)
  call void @either(i32 1, i32 3)
  %e1 = call i1 @have(i32 2, i32 3, i32 5, i32 6)
  %all0 = and i1 %m1, %m2
  %all1 = and i1 %all0, %m3
  %all2 = and i1 %all1, %a1
  %all3 = and i1 %all2, %a2
  %all4 = and i1 %all3, %a3
  %all5 = and i1 %all4, %r1
  %all6 = and i1 %all5, %r2
  %all7 = and i1 %all6, %r3
  %all8 = and i1 %all7, %u1
  %all9 = and i1 %all8, %u2
  %all10 = and i1 %all9, %e1
  %code = select i1 %all10, i32 0, i32 1
  ret i32 %code
}
declare i32 @__cleave_lane() memory(none)
declare i32 @llvm.abs.i32(i32, i1)
