; A variable inside a constant expression is placed too.
; RUN: cleave-opt --passes=lower_local_memory %s | FileCheck %s
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
