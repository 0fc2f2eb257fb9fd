; Every use of a conversion has the frozen number.
; RUN: cleave-opt --passes=freeze_conversions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define i32 @signed(float %x) {
; CHECK-LABEL: @signed
; CHECK-NEXT: %[[RAW:.*]] = fptosi float %x to i32
; CHECK-NEXT: %[[N:.*]] = freeze i32 %[[RAW]]
; CHECK-NEXT: add i32 %[[N]], %[[N]]
  %n = fptosi float %x to i32
  %twice = add i32 %n, %n
  ret i32 %twice
}

define <4 x i8> @vector(<4 x double> %x) {
; CHECK-LABEL: @vector
; CHECK-NEXT: %[[RAW:.*]] = fptoui <4 x double> %x to <4 x i8>
; CHECK-NEXT: %[[N:.*]] = freeze <4 x i8> %[[RAW]]
; CHECK-NEXT: ret <4 x i8> %[[N]]
  %n = fptoui <4 x double> %x to <4 x i8>
  ret <4 x i8> %n
}

define i32 @at_the_end_of_a_block(float %x, i1 %c) {
; CHECK-LABEL: @at_the_end_of_a_block
; CHECK: freeze i32
; CHECK-NEXT: br i1 %c
; CHECK: phi i32 [ %[[#]], %entry ], [ 0, %other ]
entry:
  %0 = fptosi float %x to i32
  br i1 %c, label %end, label %other
other:
  br label %end
end:
  %n = phi i32 [ %0, %entry ], [ 0, %other ]
  ret i32 %n
}
