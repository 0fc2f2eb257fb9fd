; The loop over lanes is still a loop over lanes in a function of its own.
; RUN: CLEAVE_DISABLE_PASSES=optimise,simplify cleave-opt --pipeline=reference %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: define internal i32 @k.body.region0
; CHECK: define void @__cleave_kernel_k(ptr

define spir_kernel void @k(ptr addrspace(1) %out) !kernel_arg_type !0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
!0 = !{!"ulong*"}
