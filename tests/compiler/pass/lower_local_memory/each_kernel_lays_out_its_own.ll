; A variable that a kernel does not use takes no room in its work-groups.
; RUN: cleave-opt --passes=lower_local_memory %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@first = internal addrspace(3) global [100 x i32] undef, align 4
@second = internal addrspace(3) global i32 undef, align 4
; CHECK-LABEL: define spir_kernel void @uses_first
; CHECK: getelementptr i8, ptr addrspace(3) %{{.*}}, i64 0
define spir_kernel void @uses_first() {
  store i32 1, ptr addrspace(3) @first
  ret void
}
; CHECK-LABEL: define spir_kernel void @uses_second
; CHECK: getelementptr i8, ptr addrspace(3) %{{.*}}, i64 0
define spir_kernel void @uses_second() {
  store i32 2, ptr addrspace(3) @second
  ret void
}
; CHECK-LABEL: define spir_kernel void @uses_both
; CHECK: getelementptr i8, ptr addrspace(3) %{{.*}}, i64 400
define spir_kernel void @uses_both() {
  store i32 1, ptr addrspace(3) @first
  store i32 2, ptr addrspace(3) @second
  ret void
}
