; One after another, each at its alignment, from LaunchContext::local_memory.
; RUN: cleave-opt --passes=lower_local_memory %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: addrspace(3) global
@byte = internal addrspace(3) global i8 undef, align 1
@wide = internal addrspace(3) global <16 x i32> undef, align 64
; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %[[CONTEXT]], i64 176
; CHECK: %[[BASE:.*]] = load ptr addrspace(3), ptr %[[FIELD]]
; CHECK-DAG: %[[BYTE:.*]] = getelementptr i8, ptr addrspace(3) %[[BASE]], i64 0
; CHECK-DAG: %[[WIDE:.*]] = getelementptr i8, ptr addrspace(3) %[[BASE]], i64 64
; CHECK: store i8 1, ptr addrspace(3) %[[BYTE]]
; CHECK: store <16 x i32> zeroinitializer, ptr addrspace(3) %[[WIDE]]
define spir_kernel void @k() {
  store i8 1, ptr addrspace(3) @byte
  store <16 x i32> zeroinitializer, ptr addrspace(3) @wide
  ret void
}
