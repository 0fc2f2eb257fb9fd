; A store that some executions of the loop do not make would be a race with another work-item that
; makes it. One behind a way out is none that runs whenever the loop is entered, nor is one behind a
; condition. A way out at the top is made before the loop once more.
; RUN: cleave-opt --passes=promote_locations --distinct-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @condition
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @condition(ptr %block, i32 %n, i64 %id) "cleave-kernel"="condition" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %latch ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  %is = fcmp ogt float %term, 0.0
  br i1 %is, label %then, label %latch
then:
  store float %more, ptr addrspace(1) %place
  br label %latch
latch:
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @way_out
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @way_out(ptr %block, i32 %n, i64 %id) "cleave-kernel"="way_out" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %latch ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  %is = fcmp ogt float %term, 0.0
  br label %middle
middle:
  br i1 %is, label %end, label %latch
latch:
  store float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @behind
; CHECK: body:
; CHECK-NOT: store
; CHECK: end
; CHECK: store float
; CHECK: ret void
define internal void @behind(ptr %block, i32 %n, i64 %id) "cleave-kernel"="behind" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %latch ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %is = fcmp ogt float %term, 0.0
  br i1 %is, label %end, label %latch
latch:
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @top
; CHECK: br i1 %is{{.*}}, label %end
; CHECK: store float
; CHECK: store float
; CHECK-NOT: store
; CHECK: ret void
define internal void @top(ptr %block, i32 %n, i64 %id) "cleave-kernel"="top" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %latch ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  %is = fcmp ogt float %term, 0.0
  br i1 %is, label %end, label %latch
latch:
  store float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
!0 = !{}
