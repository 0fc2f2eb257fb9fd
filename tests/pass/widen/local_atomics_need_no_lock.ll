; One thread runs a work-group, so atomics on its local memory are loads and stores; those on global
; memory stay atomic. Both are done lane after lane.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %0
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %0
; CHECK: atomicrmw add ptr addrspace(1) %1, i32 1 monotonic
define internal void @lanes(ptr addrspace(3) %local, ptr addrspace(1) %global) "cleave-lanes"="4" {
  %a = atomicrmw add ptr addrspace(3) %local, i32 1 monotonic
  %b = atomicrmw add ptr addrspace(1) %global, i32 1 monotonic
  ret void
}
