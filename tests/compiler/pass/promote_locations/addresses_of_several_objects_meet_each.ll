; A pointer that may lead to one object or to another, or to local memory, meets all of them, and a
; pointer that is loaded from memory everything.
; RUN: cleave-opt --passes=promote_locations --distinct-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @either
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK: br i1
; CHECK-NOT: store
; CHECK: ret void
define internal void @either(ptr %block, i32 %n, i64 %id, i1 %first) "cleave-kernel"="either" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %one = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %c
  %from = getelementptr float, ptr addrspace(1) %one, i32 %k
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
; CHECK-LABEL: @neither
; CHECK: body:
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float
; CHECK: ret void
define internal void @neither(ptr %block, i32 %n, i64 %id, i1 %first) "cleave-kernel"="neither" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  %b.at = getelementptr i8, ptr %block, i64 16
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0, !cleave.object !0
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %one = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %b
  %from = getelementptr float, ptr addrspace(1) %one, i32 %k
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
; CHECK-LABEL: @loaded
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK: br i1
; CHECK-NOT: store
; CHECK: ret void
define internal void @loaded(ptr %block, i32 %n, i64 %id) "cleave-kernel"="loaded" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %one = load ptr addrspace(1), ptr %block
  %from = getelementptr float, ptr addrspace(1) %one, i32 %k
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
; CHECK-LABEL: @generic
; CHECK: store float %more, ptr addrspace(3) %place
; CHECK: br i1
; CHECK-NOT: store
; CHECK: ret void
define internal void @generic(ptr %block, i32 %n, i64 %id, ptr addrspace(3) %local, i1 %first) "cleave-kernel"="generic" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(3) %local, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %one = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %other = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
  %either = select i1 %first, ptr addrspace(4) %one, ptr addrspace(4) %other
  %from = getelementptr float, ptr addrspace(4) %either, i32 %k
  %term = load float, ptr addrspace(4) %from
  %sum = load float, ptr addrspace(3) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(3) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
!0 = !{}
