; It has no body in the library.
; RUN: cleave-opt --passes=link_builtins %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: call i32 (ptr addrspace(2), ...) @printf
; CHECK: declare i32 @printf(ptr addrspace(2), ...)
define spir_kernel void @k() {
  %v = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)
  ret void
}
declare spir_func i32 @printf(ptr addrspace(2), ...)
