; Code generation would end the process: such a shuffle counts as an extension of 32 bits to 64, of
; which half a vector has no instruction.
; RUN: cleave-opt --passes=isel_workarounds %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: @spread
; CHECK: shufflevector {{.*}} <i32 0, i32 0, i32 1, i32 1, i32 poison, i32 poison, i32 3, i32 3>
define <8 x i32> @spread(<8 x i32> %x) {
  %y = shufflevector <8 x i32> %x, <8 x i32> poison, <8 x i32> <i32 0, i32 poison, i32 1, i32 poison, i32 poison, i32 poison, i32 3, i32 poison>
  ret <8 x i32> %y
}

; Elements that are not defined are gaps too.
; CHECK-LABEL: @undefined
; CHECK: shufflevector {{.*}} <i32 0, i32 0, i32 1, i32 1>
define <4 x i32> @undefined(<4 x i32> %x) {
  %y = shufflevector <4 x i32> %x, <4 x i32> poison, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x i32> %y
}

; A shuffle with an element at an odd index is no extension and stays.
; CHECK-LABEL: @other
; CHECK: shufflevector {{.*}} <i32 0, i32 poison, i32 1, i32 5>
define <4 x i32> @other(<4 x i32> %x, <4 x i32> %z) {
  %y = shufflevector <4 x i32> %x, <4 x i32> %z, <4 x i32> <i32 0, i32 poison, i32 1, i32 5>
  ret <4 x i32> %y
}
