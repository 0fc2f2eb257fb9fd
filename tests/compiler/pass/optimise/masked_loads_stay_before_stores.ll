; A store to the same address separates a masked load from the select of its result: the load stays in front
; of the store.
; RUN: cleave-opt --passes=optimise --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @f(
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: @llvm.masked.load.v4i32.p0(ptr align
define <4 x i32> @f(ptr %p, <4 x i1> %m, <4 x i32> %x) {
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 1), ptr align 4 %p, <4 x i1> %m)
  %s = select <4 x i1> %m, <4 x i32> %l, <4 x i32> %x
  ret <4 x i32> %s
}
