; Members of a structure become a group, which is accessed where the first load or the last store stands. Volatile and
; atomic accesses keep their place: they are in no group, and no store to a member passes an atomic operation.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @volatile(
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call <4 x i32> @llvm.masked.gather.v4i32.v4p3(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call <4 x i32> @llvm.masked.gather.v4i32.v4p3(
; CHECK: ret void
define void @volatile(ptr addrspace(3) %local, ptr addrspace(1) %out) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %i = zext i32 %lane to i64
  %first = getelementptr { i32, i32 }, ptr addrspace(3) %local, i64 %i
  %second = getelementptr i8, ptr addrspace(3) %first, i64 4
  %x = load volatile i32, ptr addrspace(3) %first
  %y = load volatile i32, ptr addrspace(3) %second
  %sum = add i32 %x, %y
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define void @atomic(
; CHECK-NOT: <4 x i32>, ptr addrspace(3)
; CHECK: {{^lane[0-9]*}}:
; CHECK: load atomic i32, ptr addrspace(3)
; CHECK: {{^lane[0-9]*}}:
; CHECK: load atomic i32, ptr addrspace(3)
; CHECK-NOT: <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define void @atomic(ptr addrspace(3) %local, ptr addrspace(1) %out) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %i = zext i32 %lane to i64
  %first = getelementptr { i32, i32 }, ptr addrspace(3) %local, i64 %i
  %second = getelementptr i8, ptr addrspace(3) %first, i64 4
  %x = load atomic i32, ptr addrspace(3) %first monotonic, align 4
  %y = load atomic i32, ptr addrspace(3) %second monotonic, align 4
  %sum = add i32 %x, %y
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define void @stored(
; CHECK: call void @llvm.masked.store.v4i32.p3(
; CHECK-COUNT-4: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.masked.store.v4i32.p3(
; CHECK: ret void
define void @stored(ptr addrspace(3) %local, i32 %a) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %i = zext i32 %lane to i64
  %first = getelementptr { i32, i32 }, ptr addrspace(3) %local, i64 %i
  %second = getelementptr i8, ptr addrspace(3) %first, i64 4
  store i32 %a, ptr addrspace(3) %first
  %bin = getelementptr i32, ptr addrspace(3) %local, i32 %lane
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  store i32 %lane, ptr addrspace(3) %second
  ret void
}
declare i32 @__cleave_lane() memory(none)
