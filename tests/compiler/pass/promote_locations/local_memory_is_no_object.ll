; Local memory is no argument's: values in it meet those of arguments in no launch. Private memory is
; left to the passes that lay it out.
; RUN: cleave-opt --passes=promote_locations %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_group
; CHECK: body:
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float
; CHECK: ret void
define internal void @of_group(ptr %block, i32 %n, i64 %id) "cleave-kernel"="of_group" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(3), ptr %a.at, !invariant.load !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(3) %a, i32 %k
  %term = load float, ptr addrspace(3) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @private
; CHECK: body:
; CHECK: store float %more, ptr %place
define internal void @private(ptr %block, i32 %n, i64 %id) "cleave-kernel"="private" {
  %c = alloca [8 x float]
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr %place
  %more = fadd float %sum, %term
  store float %more, ptr %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
!0 = !{}
