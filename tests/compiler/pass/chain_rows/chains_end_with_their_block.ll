; Chains end with their block: another one need not come behind it.
; RUN: cleave-opt --passes=chain_rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @sides(
; CHECK: left:
; CHECK: freeze ptr %left0
; CHECK: right:
; CHECK: %[[R0:.*]] = freeze ptr %right0
; CHECK-NEXT: store <16 x float> zeroinitializer, ptr %[[R0]]
; CHECK-NEXT: %[[R1:.*]] = getelementptr i8, ptr %[[R0]], i64
; CHECK-NEXT: store <16 x float> zeroinitializer, ptr %[[R1]]
define void @sides(ptr %a, i64 %wa, i64 %n, i1 %c) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %y0 = add i64 %i, 0
  %y1 = add i64 %i, 1
  %y2 = add i64 %i, 2
  %y3 = add i64 %i, 3
  %y4 = add i64 %i, 4
  %y5 = add i64 %i, 5
  %y6 = add i64 %i, 6
  %y7 = add i64 %i, 7
  br i1 %c, label %left, label %right

left:
  %left0.index = mul i64 %y0, %wa
  %left0 = getelementptr float, ptr %a, i64 %left0.index
  store <16 x float> zeroinitializer, ptr %left0, align 4
  %left1.index = mul i64 %y1, %wa
  %left1 = getelementptr float, ptr %a, i64 %left1.index
  store <16 x float> zeroinitializer, ptr %left1, align 4
  %left2.index = mul i64 %y2, %wa
  %left2 = getelementptr float, ptr %a, i64 %left2.index
  store <16 x float> zeroinitializer, ptr %left2, align 4
  %left3.index = mul i64 %y3, %wa
  %left3 = getelementptr float, ptr %a, i64 %left3.index
  store <16 x float> zeroinitializer, ptr %left3, align 4
  %left4.index = mul i64 %y4, %wa
  %left4 = getelementptr float, ptr %a, i64 %left4.index
  store <16 x float> zeroinitializer, ptr %left4, align 4
  %left5.index = mul i64 %y5, %wa
  %left5 = getelementptr float, ptr %a, i64 %left5.index
  store <16 x float> zeroinitializer, ptr %left5, align 4
  %left6.index = mul i64 %y6, %wa
  %left6 = getelementptr float, ptr %a, i64 %left6.index
  store <16 x float> zeroinitializer, ptr %left6, align 4
  %left7.index = mul i64 %y7, %wa
  %left7 = getelementptr float, ptr %a, i64 %left7.index
  store <16 x float> zeroinitializer, ptr %left7, align 4
  br label %join

right:
  %right0.index = mul i64 %y0, %wa
  %right0 = getelementptr float, ptr %a, i64 %right0.index
  store <16 x float> zeroinitializer, ptr %right0, align 4
  %right1.index = mul i64 %y1, %wa
  %right1 = getelementptr float, ptr %a, i64 %right1.index
  store <16 x float> zeroinitializer, ptr %right1, align 4
  %right2.index = mul i64 %y2, %wa
  %right2 = getelementptr float, ptr %a, i64 %right2.index
  store <16 x float> zeroinitializer, ptr %right2, align 4
  %right3.index = mul i64 %y3, %wa
  %right3 = getelementptr float, ptr %a, i64 %right3.index
  store <16 x float> zeroinitializer, ptr %right3, align 4
  %right4.index = mul i64 %y4, %wa
  %right4 = getelementptr float, ptr %a, i64 %right4.index
  store <16 x float> zeroinitializer, ptr %right4, align 4
  %right5.index = mul i64 %y5, %wa
  %right5 = getelementptr float, ptr %a, i64 %right5.index
  store <16 x float> zeroinitializer, ptr %right5, align 4
  %right6.index = mul i64 %y6, %wa
  %right6 = getelementptr float, ptr %a, i64 %right6.index
  store <16 x float> zeroinitializer, ptr %right6, align 4
  %right7.index = mul i64 %y7, %wa
  %right7 = getelementptr float, ptr %a, i64 %right7.index
  store <16 x float> zeroinitializer, ptr %right7, align 4
  br label %join

join:
  %next = add i64 %i, 8
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
