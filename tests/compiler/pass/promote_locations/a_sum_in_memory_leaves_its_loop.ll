; c[id] += a[k] in a loop that tests at its top: where c and a are two objects the sum is a value in
; the loop, and nothing is stored where the loop is not entered. Where they may be one, it stays.
; RUN: cleave-opt --passes=promote_locations --distinct-objects %s | FileCheck %s
; RUN: cleave-opt --passes=promote_locations %s | FileCheck --check-prefix=SHARED %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @sums
; CHECK: [[GUARD:%.*]] = icmp slt i32 0, %n
; CHECK: br i1 [[GUARD]], label %[[BEFORE:.*]], label %end
; CHECK: [[BEFORE]]:
; CHECK: %place = getelementptr float, ptr addrspace(1) %c
; CHECK: [[FIRST:%.*]] = load float, ptr addrspace(1) %place
; CHECK: body:
; CHECK: [[SUM:%.*]] = phi float [ [[FIRST]], %[[BEFORE]] ], [ %more, %body ]
; CHECK: %term = load float
; CHECK-NOT: store
; CHECK-NOT: load
; CHECK: %more = fadd float [[SUM]], %term
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float {{.*}}, ptr addrspace(1) %place
; CHECK: br label %end
; CHECK: end:
; CHECK-NEXT: ret void
; SHARED-LABEL: @sums
; SHARED: body:
; SHARED: load float, ptr addrspace(1) %place
; SHARED: store float %more, ptr addrspace(1) %place
define internal void @sums(ptr %block, i32 %n, i64 %id) "cleave-kernel"="sums" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  br label %head
head:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %runs = icmp slt i32 %k, %n
  br i1 %runs, label %body, label %end
body:
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  br label %head
end:
  ret void
}
!0 = !{}
