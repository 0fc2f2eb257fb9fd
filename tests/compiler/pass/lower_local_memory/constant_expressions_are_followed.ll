; A variable inside a constant expression is placed too.
; RUN: cleave-opt --passes=lower_local_memory %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@array = internal addrspace(3) global [8 x i32] undef, align 4
; CHECK-NOT: @array
; CHECK: load ptr addrspace(3)
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK: %[[ELEMENT:.*]] = getelementptr i8, ptr addrspace(3) %[[PLACE]], i64 12
; CHECK: %[[GENERIC:.*]] = addrspacecast ptr addrspace(3) %[[ELEMENT]] to ptr addrspace(4)
; CHECK: store i32 1, ptr addrspace(4) %[[GENERIC]]
define spir_kernel void @k() {
  store i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @array, i64 12) to ptr addrspace(4))
  ret void
}
