; One thread makes all accesses of a work-group, so the lanes of a volatile access to local memory need no order among
; themselves: where all run they are a volatile vector. LLVM has no volatile form of masked and gathered ones, which
; stand between fences for the compiler alone, and what they load is used. Nothing but their lanes' memory is accessed:
; one location for all lanes, and bytes that would be gathered with their words, are accessed lane after lane, and so is
; memory that others see.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen,optimise %s | FileCheck %s --check-prefix=LATER
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @together(
; CHECK: %[[X:.*]] = load volatile <4 x i32>, ptr addrspace(3) %{{.*}}, align 4
; CHECK-NOT: fence
; CHECK: store volatile <4 x i32> %[[X]], ptr addrspace(3) %{{.*}}, align 4
; CHECK: load volatile <4 x i32>
; CHECK: ret void
; LATER-LABEL: define void @together(
; LATER: load volatile <4 x i32>
; LATER: store volatile <4 x i32>
; LATER: load volatile <4 x i32>
define void @together(ptr addrspace(3) %local) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %here = getelementptr i32, ptr addrspace(3) %local, i64 %index
  %there = getelementptr i32, ptr addrspace(3) %here, i64 4
  %x = load volatile i32, ptr addrspace(3) %here
  store volatile i32 %x, ptr addrspace(3) %there
  %unused = load volatile i32, ptr addrspace(3) %there
  ret void
}

; CHECK-LABEL: define void @some(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: %[[Y:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p3(
; CHECK-NEXT: call void (...) @llvm.fake.use(<4 x i32> %[[Y]])
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: call void @llvm.masked.store.v4i32.p3(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p3(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; Two loads of one location stay two, and two stores; one whose value nobody wants stays.
; LATER-LABEL: define void @some(
; LATER: call <4 x i32> @llvm.masked.load.v4i32.p3(
; LATER: call <4 x i32> @llvm.masked.load.v4i32.p3(
; LATER: call void @llvm.masked.store.v4i32.p3(
; LATER: call void @llvm.masked.store.v4i32.p3(
; LATER: call <4 x i32> @llvm.masked.load.v4i32.p3(
define void @some(ptr addrspace(3) %local, i32 %bound) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %here = getelementptr i32, ptr addrspace(3) %local, i64 %index
  %runs = icmp ult i32 %lane, %bound
  br i1 %runs, label %does, label %end
does:
  %x = load volatile i32, ptr addrspace(3) %here
  %y = load volatile i32, ptr addrspace(3) %here
  %sum = add i32 %x, %y
  store volatile i32 %x, ptr addrspace(3) %here
  store volatile i32 %sum, ptr addrspace(3) %here
  %unused = load volatile i32, ptr addrspace(3) %here
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @anywhere(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: %[[Z:.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p3(
; CHECK-NEXT: call void (...) @llvm.fake.use(<4 x i32> %[[Z]])
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @llvm.masked.scatter.v4i32.v4p3(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: {{^lane[0-9]*}}:
; CHECK: load volatile i8, ptr addrspace(3)
; CHECK: ret void
define void @anywhere(ptr addrspace(3) %local, ptr %places) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %mine = getelementptr i32, ptr %places, i64 %index
  %place = load i32, ptr %mine
  %there = getelementptr i32, ptr addrspace(3) %local, i32 %place
  %x = load volatile i32, ptr addrspace(3) %there
  store volatile i32 %x, ptr addrspace(3) %there
  %byte = load volatile i8, ptr addrspace(3) %there
  ret void
}

; CHECK-LABEL: define void @apart(
; CHECK-NOT: fence
; CHECK: {{^lane[0-9]*}}:
; CHECK: load volatile i32, ptr addrspace(3)
; CHECK: {{^lane[0-9]*}}:
; CHECK: store volatile i32 %{{.*}}, ptr addrspace(3)
; CHECK: {{^lane[0-9]*}}:
; CHECK: load volatile i32, ptr addrspace(1)
; CHECK: {{^lane[0-9]*}}:
; CHECK: store volatile i32 %{{.*}}, ptr addrspace(1)
; CHECK: ret void
define void @apart(ptr addrspace(3) %local, ptr addrspace(1) %global) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %here = getelementptr i32, ptr addrspace(1) %global, i64 %index
  %x = load volatile i32, ptr addrspace(3) %local
  store volatile i32 %x, ptr addrspace(3) %local
  %y = load volatile i32, ptr addrspace(1) %here
  store volatile i32 %y, ptr addrspace(1) %here
  ret void
}
declare i32 @__cleave_lane() memory(none)
