; LLVM writes the extension of a sum's lower half as a sum of 64 bits and a mask.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | FileCheck --check-prefix=LARGE %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-NOT: gather
; LARGE-LABEL: define internal void @lanes(
; LARGE: masked.gather
define internal void @lanes(ptr %in, ptr %out, i64 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %sum = add i64 %index, %n
  %low = and i64 %sum, 4294967295
  %from = getelementptr i32, ptr %in, i64 %low
  %v = load i32, ptr %from, align 4
  store volatile i32 %v, ptr %out
  ret void
}
declare i32 @__cleave_lane() memory(none)
