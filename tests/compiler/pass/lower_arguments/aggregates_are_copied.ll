; The kernel may write to an argument passed by value; the block is the same for all work-items.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal void @k.body()
; CHECK: %[[COPY:.*]] = alloca { i32, [3 x i64] }, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr align 8 %{{.*}}, i64 32, i1 false)
; CHECK: store i32 1, ptr %[[COPY]]
define spir_kernel void @k(ptr byval({ i32, [3 x i64] }) align 8 %aggregate) {
  store i32 1, ptr %aggregate
  ret void
}
