; Its address depends on the kernel; also if it is named inside a constant expression.
; RUN: cleave-opt --passes=inline_synchronising %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@shared = internal addrspace(3) global [4 x i32] undef
; CHECK-NOT: @reads
define i32 @reads() {
  %v = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 4)
  ret i32 %v
}
; CHECK-LABEL: define spir_kernel void @k
; CHECK: load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 4)
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call i32 @reads()
  store i32 %v, ptr addrspace(1) %out
  ret void
}
