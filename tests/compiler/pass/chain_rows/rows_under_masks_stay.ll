; The address of a row may be poison where none of its lanes runs, and those that were computed from it would be too.
; RUN: cleave-opt --passes=chain_rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @masked(
; CHECK-NOT: freeze
define void @masked(ptr %a, i64 %wa, ptr %b, i64 %wb, i64 %n, <16 x i1> %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y0 = add i64 %i, 0
  %y1 = add i64 %i, 1
  %y2 = add i64 %i, 2
  %y3 = add i64 %i, 3
  %y4 = add i64 %i, 4
  %y5 = add i64 %i, 5
  %y6 = add i64 %i, 6
  %y7 = add i64 %i, 7
  %a0.index = mul i64 %y0, %wa
  %a0 = getelementptr float, ptr %a, i64 %a0.index
  %a0.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a0, <16 x i1> %m, <16 x float> poison)
  %a1.index = mul i64 %y1, %wa
  %a1 = getelementptr float, ptr %a, i64 %a1.index
  %a1.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a1, <16 x i1> %m, <16 x float> poison)
  %a2.index = mul i64 %y2, %wa
  %a2 = getelementptr float, ptr %a, i64 %a2.index
  %a2.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a2, <16 x i1> %m, <16 x float> poison)
  %a3.index = mul i64 %y3, %wa
  %a3 = getelementptr float, ptr %a, i64 %a3.index
  %a3.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a3, <16 x i1> %m, <16 x float> poison)
  %a4.index = mul i64 %y4, %wa
  %a4 = getelementptr float, ptr %a, i64 %a4.index
  %a4.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a4, <16 x i1> %m, <16 x float> poison)
  %a5.index = mul i64 %y5, %wa
  %a5 = getelementptr float, ptr %a, i64 %a5.index
  %a5.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a5, <16 x i1> %m, <16 x float> poison)
  %a6.index = mul i64 %y6, %wa
  %a6 = getelementptr float, ptr %a, i64 %a6.index
  %a6.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a6, <16 x i1> %m, <16 x float> poison)
  %a7.index = mul i64 %y7, %wa
  %a7 = getelementptr float, ptr %a, i64 %a7.index
  %a7.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a7, <16 x i1> %m, <16 x float> poison)
  %b0.index = mul i64 %y0, %wb
  %b0 = getelementptr float, ptr %b, i64 %b0.index
  %b0.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b0, <16 x i1> %m, <16 x float> poison)
  %b1.index = mul i64 %y1, %wb
  %b1 = getelementptr float, ptr %b, i64 %b1.index
  %b1.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b1, <16 x i1> %m, <16 x float> poison)
  %b2.index = mul i64 %y2, %wb
  %b2 = getelementptr float, ptr %b, i64 %b2.index
  %b2.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b2, <16 x i1> %m, <16 x float> poison)
  %b3.index = mul i64 %y3, %wb
  %b3 = getelementptr float, ptr %b, i64 %b3.index
  %b3.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b3, <16 x i1> %m, <16 x float> poison)
  %b4.index = mul i64 %y4, %wb
  %b4 = getelementptr float, ptr %b, i64 %b4.index
  %b4.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b4, <16 x i1> %m, <16 x float> poison)
  %b5.index = mul i64 %y5, %wb
  %b5 = getelementptr float, ptr %b, i64 %b5.index
  %b5.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b5, <16 x i1> %m, <16 x float> poison)
  %b6.index = mul i64 %y6, %wb
  %b6 = getelementptr float, ptr %b, i64 %b6.index
  %b6.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b6, <16 x i1> %m, <16 x float> poison)
  %b7.index = mul i64 %y7, %wb
  %b7 = getelementptr float, ptr %b, i64 %b7.index
  %b7.v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %b7, <16 x i1> %m, <16 x float> poison)
  %next = add i64 %i, 8
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
