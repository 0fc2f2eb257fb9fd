; Sixteen lanes of a byte are a quarter of a cache line: four such streams pay, five do not. Whole
; lines always do.
; RUN: cleave-opt --passes=mark_streams --streamed-arguments=1 --width=16 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @four
; CHECK-COUNT-4: store i8 {{[0-9]}}, {{.*}}, !nontemporal
define internal void @four(ptr %block) "cleave-kernel"="four" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  %b = getelementptr i8, ptr addrspace(1) %a, i64 100
  %c = getelementptr i8, ptr addrspace(1) %a, i64 200
  %d = getelementptr i8, ptr addrspace(1) %a, i64 300
  store i8 1, ptr addrspace(1) %a
  store i8 2, ptr addrspace(1) %b
  store i8 3, ptr addrspace(1) %c
  store i8 4, ptr addrspace(1) %d
  ret void
}
; CHECK-LABEL: @five
; CHECK-NOT: store i8 {{.*}}, !nontemporal
; CHECK: store i32 5, {{.*}}, !nontemporal
define internal void @five(ptr %block) "cleave-kernel"="five" {
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !0
  %b = getelementptr i8, ptr addrspace(1) %a, i64 100
  %c = getelementptr i8, ptr addrspace(1) %a, i64 200
  %d = getelementptr i8, ptr addrspace(1) %a, i64 300
  %e = getelementptr i8, ptr addrspace(1) %a, i64 400
  store i8 1, ptr addrspace(1) %a
  store i8 2, ptr addrspace(1) %b
  store i8 3, ptr addrspace(1) %c
  store i8 4, ptr addrspace(1) %d
  store i32 5, ptr addrspace(1) %e
  ret void
}
!0 = !{}
