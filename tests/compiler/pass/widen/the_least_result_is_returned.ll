; A function returns the least of what its lanes return: continuations are small numbers, `returned` is the
; largest.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i32 @lanes(
; CHECK: %[[LEAST:.*]] = call i32 @llvm.vector.reduce.umin.v4i32(
; CHECK: ret i32 %[[LEAST]]
define internal i32 @lanes(i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %inside = icmp ult i32 %lane, %n
  %next = select i1 %inside, i32 1, i32 -1
  ret i32 %next
}
declare i32 @__cleave_lane() memory(none)
