; An atomic minimum or maximum is a loop with an exchange, which takes the cache's line from others. Where the number
; would stay, it is only loaded.
; RUN: cleave-opt --passes=load_before_atomic_minmax %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @least(
; CHECK: %[[OLD:.*]] = load atomic i32, ptr %p monotonic, align 4
; CHECK: %[[CHANGES:.*]] = icmp slt i32 %x, %[[OLD]]
; CHECK: br i1 %[[CHANGES]], label %[[THEN:.*]], label %[[BEHIND:.*]]
; CHECK: [[THEN]]:
; CHECK: %[[EXCHANGED:.*]] = atomicrmw min ptr %p, i32 %x monotonic, align 4
; CHECK: [[BEHIND]]:
; CHECK-NEXT: %[[RESULT:.*]] = phi i32 [ %[[OLD]], %{{.*}} ], [ %[[EXCHANGED]], %[[THEN]] ]
; CHECK-NEXT: ret i32 %[[RESULT]]
define i32 @least(ptr %p, i32 %x) {
  %old = atomicrmw min ptr %p, i32 %x monotonic, align 4
  ret i32 %old
}

; CHECK-LABEL: define void @most(
; CHECK: icmp ugt i64 %x,
; CHECK: br i1
; CHECK: atomicrmw umax
; CHECK-NOT: phi
; CHECK: ret void
define void @most(ptr %p, i64 %x) {
  %old = atomicrmw umax ptr %p, i64 %x monotonic, align 8
  ret void
}

; A release is one even if the number stays; a sum nearly always changes it.
; CHECK-LABEL: define void @others(
; CHECK-NOT: load
; CHECK: ret void
define void @others(ptr %p, i32 %x) {
  %a = atomicrmw max ptr %p, i32 %x acq_rel, align 4
  %b = atomicrmw add ptr %p, i32 %x monotonic, align 4
  ret void
}
