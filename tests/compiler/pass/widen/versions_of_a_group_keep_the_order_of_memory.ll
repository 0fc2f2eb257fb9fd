; Copies pairs from where lanes are contiguous for some values of m only. Both versions hand over
; the pairs as they lie in memory, and the shuffles that take them apart come behind the phis: there
; they fold into those of the store.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | opt -S -passes=instcombine | FileCheck %s --check-prefix=FOLDED
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [16 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25], align 32
@out = global [16 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: contiguous:
; CHECK: load <4 x i32>
; CHECK: load <4 x i32>
; CHECK-NOT: shufflevector
; CHECK: apart:
; CHECK: call <4 x i64> @llvm.masked.gather
; CHECK: accessed:
; CHECK: phi <4 x i32>
; CHECK: phi <4 x i32>
; CHECK: shufflevector

; FOLDED-LABEL: define internal void @lanes(
; FOLDED: accessed:
; FOLDED-NEXT: %[[LOW:.*]] = phi <4 x i32>
; FOLDED-NEXT: %[[HIGH:.*]] = phi <4 x i32>
; FOLDED-NOT: shufflevector
; FOLDED: store <4 x i32> %[[LOW]]
; FOLDED: store <4 x i32> %[[HIGH]]
define internal void @lanes(i32 %first, i32 %m) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %low = and i32 %id, %m
  %index = zext i32 %low to i64
  %from = getelementptr [2 x i32], ptr @data, i64 %index
  %a = load i32, ptr %from, align 4
  %from_b = getelementptr i8, ptr %from, i64 4
  %b = load i32, ptr %from_b, align 4
  %place = zext i32 %id to i64
  %to = getelementptr [2 x i32], ptr @out, i64 %place
  store i32 %a, ptr %to, align 4
  %to_b = getelementptr i8, ptr %to, i64 4
  store i32 %b, ptr %to_b, align 4
  ret void
}
define i32 @main() {
  call void @lanes(i32 0, i32 7)
  call void @lanes(i32 4, i32 5)
  %all = load <16 x i32>, ptr @out
  %wrong = icmp ne <16 x i32> %all, <i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 18, i32 19, i32 20, i32 21>
  %some = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare i32 @__cleave_lane() memory(none)
