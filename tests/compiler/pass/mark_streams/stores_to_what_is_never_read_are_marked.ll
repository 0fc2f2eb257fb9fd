; Through every pointer that is made of the argument; and no others, whatever the program asked for.
; RUN: cleave-opt --passes=mark_streams --streamed-arguments=1 --width=16 %s | FileCheck %s
; RUN: cleave-opt --passes=mark_streams --width=16 %s | FileCheck %s --check-prefix=NONE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; NONE-NOT: !nontemporal
define internal void @k(ptr %block, i64 %id, i32 %n) "cleave-kernel"="k" {
; CHECK-LABEL: @k
; CHECK: store float 0.000000e+00, ptr addrspace(1) %x, align 4, !nontemporal ![[YES:[0-9]+]]
; CHECK: store float 1.000000e+00, ptr addrspace(1) %q, align 4{{$}}
; CHECK: store float 2.000000e+00, ptr addrspace(1) %p, align 4, !nontemporal ![[YES]]
; CHECK: ![[YES]] = !{i32 1}
entry:
  %a = load ptr addrspace(1), ptr %block, align 8, !cleave.streamed !1
  %at.b = getelementptr i8, ptr %block, i64 8
  %b = load ptr addrspace(1), ptr %at.b, align 8
  %x = getelementptr float, ptr addrspace(1) %a, i64 %id
  store float 0.0, ptr addrspace(1) %x
  %q = getelementptr float, ptr addrspace(1) %b, i64 %id
  store float 1.0, ptr addrspace(1) %q, !nontemporal !0
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %next, %loop ]
  store float 2.0, ptr addrspace(1) %p
  %next = getelementptr float, ptr addrspace(1) %p, i64 64
  %more = icmp ult ptr addrspace(1) %next, %x
  br i1 %more, label %loop, label %done

done:
  ret void
}
!0 = !{i32 1}
!1 = !{}
