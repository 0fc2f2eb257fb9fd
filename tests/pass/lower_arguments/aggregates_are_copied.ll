; The kernel may write to an argument passed by value; the block is the same for all work-items.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target triple = "spir64-unknown-unknown"

target datalayout = "e-i64:64"
; CHECK: define internal void @k.body()
; CHECK: %[[COPY:.*]] = alloca { i32, [3 x i64] }, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr align 8 %{{.*}}, i64 32, i1 false)
; CHECK: store i32 1, ptr %[[COPY]]
define spir_kernel void @k(ptr byval({ i32, [3 x i64] }) align 8 %aggregate) {
  store i32 1, ptr %aggregate
  ret void
}
