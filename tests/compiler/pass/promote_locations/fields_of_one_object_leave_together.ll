; f[id].x += a[k]; f[id].y += a[k]: two locations of one object, which do not meet. A third access
; of the object, at an index that nobody knows, may meet both.
; RUN: cleave-opt --passes=promote_locations --distinct-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @apart
; CHECK: body:
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float
; CHECK: store float
; CHECK: ret void
define internal void @apart(ptr %block, i32 %n, i64 %id) "cleave-kernel"="apart" {
  %f = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %x.at = getelementptr <2 x float>, ptr addrspace(1) %f, i64 %id
  %y.at = getelementptr i8, ptr addrspace(1) %x.at, i64 4
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %x = load float, ptr addrspace(1) %x.at
  %more.x = fadd float %x, %term
  store float %more.x, ptr addrspace(1) %x.at
  %y = load float, ptr addrspace(1) %y.at
  %more.y = fadd float %y, %term
  store float %more.y, ptr addrspace(1) %y.at
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @meeting
; CHECK: body:
; CHECK: store float %more
; CHECK: br i1
; CHECK-NOT: store
; CHECK: ret void
define internal void @meeting(ptr %block, i32 %n, i64 %id) "cleave-kernel"="meeting" {
  %f = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %x.at = getelementptr float, ptr addrspace(1) %f, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %f, i32 %k
  %term = load float, ptr addrspace(1) %from
  %x = load float, ptr addrspace(1) %x.at
  %more = fadd float %x, %term
  store float %more, ptr addrspace(1) %x.at
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
!0 = !{}
