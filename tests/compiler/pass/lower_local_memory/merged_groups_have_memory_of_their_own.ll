; If work-groups of two items are merged, each has its variables 64 bytes behind the one before.
; RUN: cleave-opt --passes=lower_local_memory --merged-size=2,1,1 --merged-stride=64 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@first = internal addrspace(3) global [8 x i32] undef, align 4
@second = internal addrspace(3) global i32 undef, align 4
; CHECK-LABEL: define spir_kernel void @k
; CHECK: %[[BASE:.*]] = load ptr addrspace(3)
; CHECK: %[[ID:.*]] = call i64 @__cleave_local_id(i32 0)
; CHECK: %[[NARROW:.*]] = trunc i64 %[[ID]] to i32
; CHECK: %[[GROUP:.*]] = udiv i32 %[[NARROW]], 2
; CHECK: mul i32 %{{.*}}, 64
; CHECK: %[[OWN:.*]] = getelementptr i8, ptr addrspace(3) %[[BASE]], i64 %{{.*}}
; CHECK: getelementptr i8, ptr addrspace(3) %[[OWN]], i64 32
define spir_kernel void @k() {
  store i32 1, ptr addrspace(3) @first
  store i32 2, ptr addrspace(3) @second
  ret void
}
