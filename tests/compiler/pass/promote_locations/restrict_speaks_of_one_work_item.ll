; `restrict` says of one work-item that nothing else in it meets the location, which is enough to keep
; the sum in a register. What moves accesses of several work-items must not hear of it: no scope is
; left. Those of a launch's objects stay.
; RUN: cleave-opt --passes=promote_locations %s | FileCheck %s
; RUN: cleave-opt --passes=promote_locations --distinct-objects %s | FileCheck --check-prefix=OBJECTS %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@sums
; CHECK: body:
; CHECK-NOT: store
; CHECK-NOT: !alias.scope
; CHECK-NOT: !noalias
; CHECK: br i1
; CHECK: store float
; OBJECTS-LABEL: define {{.*}}sums
; OBJECTS: load float, {{.*}}, !alias.scope [[C:![0-9]+]], !noalias [[A:![0-9]+]]
; OBJECTS: load float, {{.*}}, !alias.scope [[A]], !noalias [[C]]
; OBJECTS: store float {{.*}}, !alias.scope [[C]], !noalias [[A]]
; OBJECTS: !"cleave.objects"
; OBJECTS-NOT: !"cleave.restrict"
define internal void @sums(ptr %block, i32 %n, i64 %id) "cleave-kernel"="sums" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0, !cleave.restrict !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
!0 = !{}
