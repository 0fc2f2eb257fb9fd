; Kernels with metadata, direct calls, address spaces 0 to 4, printf and built-ins.
; RUN: cleave-opt --passes=verify_canonical %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @k
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %local) !kernel_arg_type !0 {
  %generic = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(4) %generic
  %printed = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)
!0 = !{!"ulong*", !"int*"}
