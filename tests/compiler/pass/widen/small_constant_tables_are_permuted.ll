; A small table that nothing changes is in registers: as many as are worth a gather. A larger one and
; one that may change are gathered. Without a permutation of 64 bits there are two indices for each.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@eight = internal constant [8 x float] [float 1.0, float 2.0, float 3.0, float 5.0, float 7.0, float 11.0, float 13.0, float 17.0]
@four = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 5.0]
@changing = internal global [4 x float] zeroinitializer
@large = internal constant [64 x float] zeroinitializer

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[PLACE:.*]] = add <8 x i32> %{{.*}}, splat (i32 1)
; CHECK: call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> <i32 1065353216, i32 1073741824, {{.*}}, <8 x i32> %[[PLACE]])
; CHECK: %[[TWICE:.*]] = shl <8 x i32> %{{.*}}, splat (i32 1)
; CHECK: shufflevector <8 x i32> %[[TWICE]], <8 x i32> poison, <8 x i32> <i32 0, i32 0, i32 2, i32 2, i32 4, i32 4, i32 6, i32 6>
; CHECK: call <8 x i32> @llvm.x86.avx2.permd(
; CHECK: call <8 x i32> @llvm.x86.avx2.permd(
; CHECK: call <8 x float> @llvm.masked.gather
; CHECK: call <8 x float> @llvm.masked.gather
define internal void @lanes(ptr %from, ptr %to, ptr %doubles, i32 %first) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %wide = zext nneg i32 %id to i64
  %where = getelementptr i32, ptr %from, i64 %wide
  %loaded = load i32, ptr %where
  %index = and i32 %loaded, 3
  %offset = zext nneg i32 %index to i64
  %next = getelementptr i8, ptr @eight, i64 4
  %a = getelementptr float, ptr %next, i64 %offset
  %x = load float, ptr %a
  %b = getelementptr double, ptr @four, i64 %offset
  %d = load double, ptr %b
  %c = getelementptr float, ptr @changing, i64 %offset
  %y = load float, ptr %c
  %e = getelementptr float, ptr @large, i64 %offset
  %z = load float, ptr %e
  %xy = fadd float %x, %y
  %sum = fadd float %xy, %z
  %stored = getelementptr float, ptr %to, i64 %wide
  store float %sum, ptr %stored
  %kept = getelementptr double, ptr %doubles, i64 %wide
  store double %d, ptr %kept
  ret void
}

; Doubles have a permutation with AVX-512.
; CHECK-LABEL: define internal void @doubles(
; CHECK: call <8 x i64> @llvm.x86.avx512.permvar.di.512(
define internal void @doubles(ptr %from, ptr %to, i32 %first) "cleave-lanes"="8" "target-cpu"="x86-64-v4" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %wide = zext nneg i32 %id to i64
  %where = getelementptr i64, ptr %from, i64 %wide
  %loaded = load i64, ptr %where
  %index = and i64 %loaded, 3
  %b = getelementptr double, ptr @four, i64 %index
  %d = load double, ptr %b
  %kept = getelementptr double, ptr %to, i64 %wide
  store double %d, ptr %kept
  ret void
}
declare i32 @__cleave_lane() memory(none)
