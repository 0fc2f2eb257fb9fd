; A table that is copied into a variable, or a variable that is copied elsewhere, is copied element by element: they do
; not lie together any more. A few elements are straight code, many a loop.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@few = constant [3 x i32] [i32 4, i32 5, i32 6]
@many = constant [30 x i32] zeroinitializer
; CHECK-LABEL: define internal void @few.body(
; CHECK: %[[VARIABLE:.*]] = alloca [96 x i8], align 64, !cleave.interleaved
; CHECK-NOT: llvm.memcpy
; CHECK: load i32, ptr getelementptr (i32, ptr @few, i64 2)
; CHECK: getelementptr i8, ptr %[[VARIABLE]], i64 64
; CHECK: store i32
; CHECK: load i32
; CHECK: %[[TO:.*]] = getelementptr i32, ptr addrspace(1) %out, i64 2
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %[[TO]], align 4
; CHECK-NOT: llvm.memcpy
; CHECK: ret void
define internal void @few.body(i64 %i, ptr addrspace(1) %out) "cleave-kernel"="few" {
  %v = alloca [3 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %v, ptr align 4 @few, i64 12, i1 false)
  %place = getelementptr i32, ptr %v, i64 %i
  %got = load i32, ptr %place
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %out, ptr align 4 %v, i64 12, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @many.body(
; CHECK: alloca [960 x i8], align 64, !cleave.interleaved
; CHECK-NOT: llvm.memcpy
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr @many, i64 %[[I:.*]]
; CHECK: %[[V:.*]] = load i32, ptr %[[FROM]]
; CHECK: mul i64 %{{.*}}, 8
; CHECK: store i32 %[[V]]
; CHECK: icmp eq i64 %{{.*}}, 30
define internal void @many.body(i64 %i) "cleave-kernel"="many" {
  %v = alloca [30 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr @many, i64 120, i1 false)
  %place = getelementptr i32, ptr %v, i64 %i
  %got = load i32, ptr %place
  ret void
}

; A memmove out of a variable reads all of it before it writes.
; CHECK-LABEL: define internal void @moved.body(
; CHECK: alloca [3 x i32]
; CHECK: call void @llvm.memmove
define internal void @moved.body(i64 %i, ptr addrspace(1) %out) "cleave-kernel"="moved" {
  %v = alloca [3 x i32]
  %place = getelementptr i32, ptr %v, i64 %i
  store i32 1, ptr %place
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) align 4 %out, ptr align 4 %v, i64 12, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memmove.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
