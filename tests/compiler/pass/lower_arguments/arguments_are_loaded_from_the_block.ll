; Each at its alignment, marked as never changing; the kernel becomes an internal function.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: spir_kernel
; CHECK: define internal void @k.body() #[[ATTRIBUTES:[0-9]+]]
; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %[[CONTEXT]], i64 104
; CHECK: %[[BLOCK:.*]] = load ptr, ptr %[[FIELD]], align 8, !invariant.load
; CHECK: %[[P:.*]] = getelementptr i8, ptr %[[BLOCK]], i64 0
; CHECK: load i8, ptr %[[P]], align 1, !invariant.load
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %[[BLOCK]], i64 16
; CHECK: load <4 x i32>, ptr %[[Q]], align 16, !invariant.load
; CHECK: %[[R:.*]] = getelementptr i8, ptr %[[BLOCK]], i64 32
; CHECK: load ptr addrspace(1), ptr %[[R]], align 8, !invariant.load
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"cleave-kernel"="k"
define spir_kernel void @k(i8 %a, <4 x i32> %b, ptr addrspace(1) %out) {
  store i8 %a, ptr addrspace(1) %out
  store <4 x i32> %b, ptr addrspace(1) %out
  ret void
}
