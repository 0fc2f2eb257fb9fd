; Code generation ends the process over vectors of some of them: llvm.frexp of four doubles.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: call i4 @llvm.cttz.i4(i4
; CHECK: call { double, i32 } @llvm.frexp.f64.i32(double
define internal void @lanes(ptr %in) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr double, ptr %in, i64 %index
  %v = load double, ptr %from
  %both = call { double, i32 } @llvm.frexp.f64.i32(double %v)
  %fraction = extractvalue { double, i32 } %both, 0
  store double %fraction, ptr %from
  ret void
}
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare i32 @__cleave_lane() memory(none)
