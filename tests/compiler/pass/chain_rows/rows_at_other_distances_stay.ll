; A row that does not follow the one before at the chain's distance is no row of the chain.
; RUN: cleave-opt --passes=chain_rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @gap(
; CHECK: %[[A0:.*]] = freeze ptr %a0
; CHECK: store <16 x float> zeroinitializer, ptr %a7
; CHECK: %[[B0:.*]] = freeze ptr %b0
define void @gap(ptr %a, i64 %wa, ptr %b, i64 %wb, i64 %n) {
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
  %y7 = add i64 %i, 9
  %a0.index = mul i64 %y0, %wa
  %a0 = getelementptr float, ptr %a, i64 %a0.index
  store <16 x float> zeroinitializer, ptr %a0, align 4
  %a1.index = mul i64 %y1, %wa
  %a1 = getelementptr float, ptr %a, i64 %a1.index
  store <16 x float> zeroinitializer, ptr %a1, align 4
  %a2.index = mul i64 %y2, %wa
  %a2 = getelementptr float, ptr %a, i64 %a2.index
  store <16 x float> zeroinitializer, ptr %a2, align 4
  %a3.index = mul i64 %y3, %wa
  %a3 = getelementptr float, ptr %a, i64 %a3.index
  store <16 x float> zeroinitializer, ptr %a3, align 4
  %a4.index = mul i64 %y4, %wa
  %a4 = getelementptr float, ptr %a, i64 %a4.index
  store <16 x float> zeroinitializer, ptr %a4, align 4
  %a5.index = mul i64 %y5, %wa
  %a5 = getelementptr float, ptr %a, i64 %a5.index
  store <16 x float> zeroinitializer, ptr %a5, align 4
  %a6.index = mul i64 %y6, %wa
  %a6 = getelementptr float, ptr %a, i64 %a6.index
  store <16 x float> zeroinitializer, ptr %a6, align 4
  %a7.index = mul i64 %y7, %wa
  %a7 = getelementptr float, ptr %a, i64 %a7.index
  store <16 x float> zeroinitializer, ptr %a7, align 4
  %b0.index = mul i64 %y0, %wb
  %b0 = getelementptr float, ptr %b, i64 %b0.index
  store <16 x float> zeroinitializer, ptr %b0, align 4
  %b1.index = mul i64 %y1, %wb
  %b1 = getelementptr float, ptr %b, i64 %b1.index
  store <16 x float> zeroinitializer, ptr %b1, align 4
  %b2.index = mul i64 %y2, %wb
  %b2 = getelementptr float, ptr %b, i64 %b2.index
  store <16 x float> zeroinitializer, ptr %b2, align 4
  %b3.index = mul i64 %y3, %wb
  %b3 = getelementptr float, ptr %b, i64 %b3.index
  store <16 x float> zeroinitializer, ptr %b3, align 4
  %b4.index = mul i64 %y4, %wb
  %b4 = getelementptr float, ptr %b, i64 %b4.index
  store <16 x float> zeroinitializer, ptr %b4, align 4
  %b5.index = mul i64 %y5, %wb
  %b5 = getelementptr float, ptr %b, i64 %b5.index
  store <16 x float> zeroinitializer, ptr %b5, align 4
  %b6.index = mul i64 %y6, %wb
  %b6 = getelementptr float, ptr %b, i64 %b6.index
  store <16 x float> zeroinitializer, ptr %b6, align 4
  %next = add i64 %i, 10
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
