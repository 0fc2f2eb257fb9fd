; A sum is computed from what is known early; what takes longest is added last.
; RUN: cleave-opt --passes=optimise --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <16 x i32> @round(
; CHECK: %[[LATE:[a-z.]*]] = call <16 x i32> @llvm.fshl.v16i32({{.*}} splat (i32 5))
; CHECK: %[[SUM:.*]] = add <16 x i32> %{{.*}}, %[[LATE]]
; CHECK-NEXT: ret <16 x i32> %[[SUM]]
define <16 x i32> @round(<16 x i32> %word, <16 x i32> %e, <16 x i32> %a, <16 x i32> %b) {
  %before = call <16 x i32> @llvm.fshl.v16i32(<16 x i32> %a, <16 x i32> %a, <16 x i32> splat (i32 30))
  %x = xor <16 x i32> %before, %b
  %late = call <16 x i32> @llvm.fshl.v16i32(<16 x i32> %x, <16 x i32> %x, <16 x i32> splat (i32 5))
  %with.e = add <16 x i32> %late, %e
  %with.word = add <16 x i32> %with.e, %word
  ret <16 x i32> %with.word
}
declare <16 x i32> @llvm.fshl.v16i32(<16 x i32>, <16 x i32>, <16 x i32>)
