; Everything but kernels has the C calling convention.
; RUN: cleave-opt --passes=link_builtins %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: spir_func
; CHECK: call i32 @mine(i32 1)
; CHECK: define i32 @mine
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call spir_func i32 @mine(i32 1)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
define spir_func i32 @mine(i32 %a) {
  ret i32 %a
}
