; Kernels with metadata, direct calls, address spaces 0 to 4, printf and built-ins.
; RUN: cleave-opt --passes=verify_canonical %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @k
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %local) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %generic = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(4) %generic
  %printed = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)
!0 = !{i32 1, i32 3}
!1 = !{!"none", !"none"}
!2 = !{!"ulong*", !"int*"}
!3 = !{!"ulong*", !"int*"}
!4 = !{!"", !""}
