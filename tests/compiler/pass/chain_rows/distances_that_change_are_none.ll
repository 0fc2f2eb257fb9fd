; The distance of rows is computed before the loop: one that changes there is none.
; RUN: cleave-opt --passes=chain_rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @fan(
; CHECK-NOT: freeze
define void @fan(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a1.index = mul i64 %i, 1
  %a1 = getelementptr float, ptr %a, i64 %a1.index
  store <16 x float> zeroinitializer, ptr %a1, align 4
  %a2.index = mul i64 %i, 2
  %a2 = getelementptr float, ptr %a, i64 %a2.index
  store <16 x float> zeroinitializer, ptr %a2, align 4
  %a3.index = mul i64 %i, 3
  %a3 = getelementptr float, ptr %a, i64 %a3.index
  store <16 x float> zeroinitializer, ptr %a3, align 4
  %a4.index = mul i64 %i, 4
  %a4 = getelementptr float, ptr %a, i64 %a4.index
  store <16 x float> zeroinitializer, ptr %a4, align 4
  %a5.index = mul i64 %i, 5
  %a5 = getelementptr float, ptr %a, i64 %a5.index
  store <16 x float> zeroinitializer, ptr %a5, align 4
  %a6.index = mul i64 %i, 6
  %a6 = getelementptr float, ptr %a, i64 %a6.index
  store <16 x float> zeroinitializer, ptr %a6, align 4
  %a7.index = mul i64 %i, 7
  %a7 = getelementptr float, ptr %a, i64 %a7.index
  store <16 x float> zeroinitializer, ptr %a7, align 4
  %a8.index = mul i64 %i, 8
  %a8 = getelementptr float, ptr %a, i64 %a8.index
  store <16 x float> zeroinitializer, ptr %a8, align 4
  %a9.index = mul i64 %i, 9
  %a9 = getelementptr float, ptr %a, i64 %a9.index
  store <16 x float> zeroinitializer, ptr %a9, align 4
  %a10.index = mul i64 %i, 10
  %a10 = getelementptr float, ptr %a, i64 %a10.index
  store <16 x float> zeroinitializer, ptr %a10, align 4
  %a11.index = mul i64 %i, 11
  %a11 = getelementptr float, ptr %a, i64 %a11.index
  store <16 x float> zeroinitializer, ptr %a11, align 4
  %a12.index = mul i64 %i, 12
  %a12 = getelementptr float, ptr %a, i64 %a12.index
  store <16 x float> zeroinitializer, ptr %a12, align 4
  %a13.index = mul i64 %i, 13
  %a13 = getelementptr float, ptr %a, i64 %a13.index
  store <16 x float> zeroinitializer, ptr %a13, align 4
  %a14.index = mul i64 %i, 14
  %a14 = getelementptr float, ptr %a, i64 %a14.index
  store <16 x float> zeroinitializer, ptr %a14, align 4
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
