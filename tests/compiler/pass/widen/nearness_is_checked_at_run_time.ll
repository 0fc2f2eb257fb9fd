; Lanes of a[(int)(id * x)] are near each other if x is small. One check for two loads by the same
; index chooses between two vector loads with a permutation and a gather; stores are scatters.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[INDEX:.*]] = freeze <8 x i32>
; CHECK: %[[ONE_END:.*]] = extractelement <8 x i32> %[[INDEX]], i64 0
; CHECK: %[[OTHER_END:.*]] = extractelement <8 x i32> %[[INDEX]], i64 7
; CHECK: %[[FIRST:.*]] = call i32 @llvm.smin.i32(i32 %[[ONE_END]], i32 %[[OTHER_END]])
; CHECK: %[[STEPS:.*]] = sub <8 x i32> %[[INDEX]],
; CHECK: icmp ult i32 %{{.*}}, 16
; CHECK: br i1 %[[IS_NEAR:.*]], label %near, label %apart
; CHECK: near:
; CHECK: call <8 x i32> @llvm.masked.load
; CHECK: call <8 x i32> @llvm.masked.load
; CHECK: call <8 x i32> @llvm.x86.avx2.permd
; CHECK: apart:
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: phi <8 x i32>
; CHECK-NOT: freeze
; CHECK: br i1 %[[IS_NEAR]]
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
define internal void @lanes(i32 %first, float %x, i32 %n, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %real = sitofp i32 %id to float
  %place = fmul float %real, %x
  %rounded = fptosi float %place to i32
  %index = zext nneg i32 %rounded to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %next = add nuw nsw i32 %rounded, %n
  %next.index = zext nneg i32 %next to i64
  %next.address = getelementptr i32, ptr %from, i64 %next.index
  %w = load i32, ptr %next.address
  %sum = add i32 %v, %w
  %stored = getelementptr i32, ptr %to, i64 %index
  store i32 %sum, ptr %stored
  ret void
}
declare i32 @__cleave_lane() memory(none)
