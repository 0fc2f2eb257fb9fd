; A work-item that writes what all lanes read races with one of them, unless something orders the two: where
; nothing can, the load does not change while the kernel runs, and is done once for all sub-groups.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @unordered(
; CHECK-NOT: cleave-unordered
; CHECK: load i32, ptr addrspace(1) %0, align 4, !invariant.load
; CHECK: load i32, ptr addrspace(1) %1, align 4{{$}}
define internal void @unordered(ptr addrspace(1) %in, ptr addrspace(1) %other, ptr addrspace(1) %out) "cleave-lanes"="4" "cleave-unordered" {
  %lane = call i32 @__cleave_lane()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  %v = load i32, ptr addrspace(1) %in
  store i32 %v, ptr addrspace(1) %to
  %few = icmp ult i32 %lane, 1
  br i1 %few, label %first, label %end
first:
  %w = load i32, ptr addrspace(1) %other
  store i32 %w, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @ordered(
; CHECK: load i32, ptr addrspace(1) %0, align 4{{$}}
; CHECK: ret void
define internal void @ordered(ptr addrspace(1) %in, ptr addrspace(1) %out) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  %v = load i32, ptr addrspace(1) %in
  store i32 %v, ptr addrspace(1) %to
  ret void
}
; Work-items may all write the same value to one location, and each reads what it wrote itself.
; CHECK-LABEL: define internal void @written_by_all(
; CHECK: store i32 7, ptr addrspace(3) %0, align 4
; CHECK: load i32, ptr addrspace(3) %0, align 4{{$}}
; CHECK: load i32, ptr addrspace(1) %1, align 4, !invariant.load
define internal void @written_by_all(ptr addrspace(3) %local, ptr addrspace(1) %in, ptr addrspace(1) %out) "cleave-lanes"="4" "cleave-unordered" {
  %lane = call i32 @__cleave_lane()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 7, ptr addrspace(3) %local
  %v = load i32, ptr addrspace(3) %local
  %w = load i32, ptr addrspace(1) %in
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
; CHECK-LABEL: define internal void @copied_by_all(
; CHECK: load i32, ptr addrspace(3) %0, align 4{{$}}
define internal void @copied_by_all(ptr addrspace(3) %local, ptr addrspace(2) %table, ptr addrspace(1) %out) "cleave-lanes"="4" "cleave-unordered" {
  %lane = call i32 @__cleave_lane()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  call void @llvm.memcpy.p3.p2.i64(ptr addrspace(3) %local, ptr addrspace(2) %table, i64 64, i1 false)
  %v = load i32, ptr addrspace(3) %local
  store i32 %v, ptr addrspace(1) %to
  ret void
}
declare i32 @__cleave_lane() memory(none)
