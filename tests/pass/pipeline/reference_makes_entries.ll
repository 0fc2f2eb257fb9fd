; A kernel becomes a function of the context; nothing of the lane interface is left.
; RUN: cleave-opt --pipeline=reference %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @k(
; CHECK: define void @__cleave_kernel_k(ptr
; CHECK-NOT: call {{.*}}@__cleave_

define spir_kernel void @k(ptr addrspace(1) %out) !kernel_arg_type !0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
!0 = !{!"ulong*"}
