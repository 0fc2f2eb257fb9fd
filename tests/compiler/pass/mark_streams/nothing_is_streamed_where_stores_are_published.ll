; Fences and atomics with release order do not wait for such stores. A fence of a barrier is for
; work-items of one thread, and a relaxed counter publishes nothing.
; RUN: cleave-opt --passes=mark_streams --streamed-arguments=1 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @__cleave_work_group_barrier() convergent

; CHECK-LABEL: @fence
; CHECK: store float 1.000000e+00, ptr addrspace(1) %a, align 4{{$}}
define internal void @fence(ptr %block) "cleave-kernel"="fence" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store float 1.0, ptr addrspace(1) %a
  fence release
  ret void
}
; CHECK-LABEL: @flag
; CHECK: store float 1.000000e+00, ptr addrspace(1) %a, align 4{{$}}
define internal void @flag(ptr %block, ptr %flag) "cleave-kernel"="flag" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store float 1.0, ptr addrspace(1) %a
  store atomic i32 1, ptr %flag release, align 4
  ret void
}
; CHECK-LABEL: @update
; CHECK: store float 1.000000e+00, ptr addrspace(1) %a, align 4{{$}}
define internal void @update(ptr %block, ptr %flag) "cleave-kernel"="update" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store float 1.0, ptr addrspace(1) %a
  %old = atomicrmw add ptr %flag, i32 1 acq_rel
  ret void
}
; CHECK-LABEL: @barrier
; CHECK: store float 1.000000e+00, ptr addrspace(1) %a, align 4, !nontemporal
define internal void @barrier(ptr %block) "cleave-kernel"="barrier" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  fence release
  call void @__cleave_work_group_barrier()
  fence acquire
  store float 1.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @counter
; CHECK: store float 1.000000e+00, ptr addrspace(1) %a, align 4, !nontemporal
define internal void @counter(ptr %block, ptr %count) "cleave-kernel"="counter" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  %old = atomicrmw add ptr %count, i32 1 monotonic
  store float 1.0, ptr addrspace(1) %a
  ret void
}
!0 = !{}
