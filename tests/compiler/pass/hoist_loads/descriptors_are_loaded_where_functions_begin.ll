; An argument is loaded from the block of arguments, fields of a descriptor from the image: both are
; there in every launch. What a pointer of the program leads to may not be.
; RUN: cleave-opt --passes=hoist_loads %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @lanes
; CHECK: load ptr, ptr %block.at
; CHECK: %image = load ptr addrspace(1)
; CHECK: %width = load i32
; CHECK: br i1 %runs
; CHECK: some:
; CHECK: %beyond = load i32
; CHECK: %changes = load i32
; CHECK: %pointer = load ptr addrspace(1)
; CHECK: %unknown = load i32
define void @lanes(ptr %context, i1 %runs) "cleave-lanes"="16" {
  %block.at = getelementptr i8, ptr %context, i64 104
  %block = load ptr, ptr %block.at, !invariant.load !0, !dereferenceable !1
  br i1 %runs, label %some, label %end
some:
  %image = load ptr addrspace(1), ptr %block, !invariant.load !0, !dereferenceable !2
  %width.at = getelementptr i8, ptr addrspace(1) %image, i64 56
  %width = load i32, ptr addrspace(1) %width.at, !invariant.load !0
  %beyond.at = getelementptr i8, ptr addrspace(1) %image, i64 72
  %beyond = load i32, ptr addrspace(1) %beyond.at, !invariant.load !0
  %changes = load i32, ptr addrspace(1) %width.at
  %pointer.at = getelementptr i8, ptr %block, i64 8
  %pointer = load ptr addrspace(1), ptr %pointer.at
  %unknown = load i32, ptr addrspace(1) %pointer, !invariant.load !0
  %sum = add i32 %width, %beyond
  %more = add i32 %changes, %unknown
  %all = add i32 %sum, %more
  store i32 %all, ptr addrspace(1) %pointer
  br label %end
end:
  ret void
}
!0 = !{}
!1 = !{i64 16}
!2 = !{i64 72}
