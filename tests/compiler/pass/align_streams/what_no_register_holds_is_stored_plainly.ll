; Scalars, vectors of less than a register, and of other sizes than registers have.
; RUN: cleave-opt --passes=align_streams %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: !nontemporal
define void @k(ptr align 64 %p, float %x, <8 x i8> %y, <12 x float> %z) {
  store float %x, ptr %p, align 64, !nontemporal !0
  store <8 x i8> %y, ptr %p, align 64, !nontemporal !0
  store <12 x float> %z, ptr %p, align 64, !nontemporal !0
  ret void
}
!0 = !{i32 1}
