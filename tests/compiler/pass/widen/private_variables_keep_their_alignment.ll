; 20 bytes aligned to 16: every lane's variable is, so they are 32 bytes apart.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %v = alloca [128 x i8], align 64
; CHECK: getelementptr {{.*}} <i64 0, i64 32, i64 64, i64 96>
define internal void @lanes(ptr %out) "cleave-lanes"="4" {
  %v = alloca [5 x i32], align 16
  store ptr %v, ptr %out
  call void @uses(ptr %v)
  ret void
}
declare void @uses(ptr)
