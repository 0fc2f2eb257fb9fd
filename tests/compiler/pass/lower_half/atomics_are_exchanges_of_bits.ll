; A half in memory is added to in single precision: a compare-exchange of its bits is repeated until it
; succeeds. An exchange needs no arithmetic. A processor that computes with halves keeps the operation.
; RUN: cleave-opt --passes=lower_half %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define half @add(
; CHECK-NOT: = atomicrmw
; CHECK: %[[SUM:.*]] = fadd float
; CHECK-NOT: fadd half
; CHECK: cmpxchg ptr %p, i16 %{{.*}}, i16 %{{.*}} seq_cst seq_cst, align 2
define half @add(ptr %p, half %x) #0 {
  %old = atomicrmw fadd ptr %p, half %x seq_cst, align 2
  ret half %old
}

; CHECK-LABEL: define half @least(
; CHECK: call float @llvm.minnum.f32(
; CHECK: cmpxchg ptr %p, i16 %{{.*}}, i16 %{{.*}} release monotonic, align 2
define half @least(ptr %p, half %x) #0 {
  %old = atomicrmw fmin ptr %p, half %x release, align 2
  ret half %old
}

; CHECK-LABEL: define half @exchange(
; CHECK: atomicrmw xchg ptr %p, half %x monotonic
define half @exchange(ptr %p, half %x) #0 {
  %old = atomicrmw xchg ptr %p, half %x monotonic, align 2
  ret half %old
}

; CHECK-LABEL: define half @native(
; CHECK: atomicrmw fadd ptr %p, half %x monotonic
define half @native(ptr %p, half %x) #1 {
  %old = atomicrmw fadd ptr %p, half %x monotonic, align 2
  ret half %old
}

attributes #0 = { "target-features"="+f16c" }
attributes #1 = { "target-features"="+f16c,+avx512fp16" }
