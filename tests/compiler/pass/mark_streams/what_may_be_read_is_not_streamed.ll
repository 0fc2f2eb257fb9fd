; An argument that the kernel loads from, hands on, keeps or updates.
; RUN: cleave-opt --passes=mark_streams --streamed-arguments=1 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: !nontemporal
define internal void @loads(ptr %block) "cleave-kernel"="loads" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  %q = getelementptr float, ptr addrspace(1) %a, i64 100
  %old = load float, ptr addrspace(1) %q
  store float %old, ptr addrspace(1) %a
  ret void
}
define internal void @hands_on(ptr %block) "cleave-kernel"="hands_on" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store float 1.0, ptr addrspace(1) %a
  call void @other(ptr addrspace(1) %a)
  ret void
}
define internal void @keeps(ptr %block, ptr %place) "cleave-kernel"="keeps" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store float 1.0, ptr addrspace(1) %a
  store ptr addrspace(1) %a, ptr %place
  ret void
}
define internal void @updates(ptr %block) "cleave-kernel"="updates" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store float 1.0, ptr addrspace(1) %a
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
  ret void
}
define internal void @is_volatile(ptr %block) "cleave-kernel"="is_volatile" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  store volatile float 1.0, ptr addrspace(1) %a
  ret void
}
declare void @other(ptr addrspace(1))
!0 = !{}
