; LLVM writes n - 1 - i as n + ~i, whose stride nobody would know. Where nothing is added, the bits stay bits.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @index(
; CHECK: %[[DIFFERENCE:.*]] = sub nsw i32 -1, %i
; CHECK: add i32 %n, %[[DIFFERENCE]]
; CHECK-NOT: xor
define i32 @index(i32 %i, i32 %n) {
  %bits = xor i32 %i, -1
  %index = add i32 %n, %bits
  ret i32 %index
}

; CHECK-LABEL: define i64 @extended(
; CHECK: sub nsw i32 -1, %i
define i64 @extended(i32 %i) {
  %bits = xor i32 %i, -1
  %index = sext i32 %bits to i64
  ret i64 %index
}

; CHECK-LABEL: define i32 @bits(
; CHECK: xor i32 %x, -1
define i32 @bits(i32 %x, i32 %y) {
  %others = xor i32 %x, -1
  %both = and i32 %others, %y
  ret i32 %both
}
