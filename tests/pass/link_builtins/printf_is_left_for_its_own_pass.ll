; It has no body in the library.
; RUN: cleave-opt --passes=link_builtins %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: call i32 (ptr addrspace(2), ...) @printf
; CHECK: declare i32 @printf(ptr addrspace(2), ...)
define spir_kernel void @k() {
  %v = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)
  ret void
}
declare spir_func i32 @printf(ptr addrspace(2), ...)
