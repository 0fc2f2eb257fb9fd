; The module after that pass and no other, on standard error.
; RUN: CLEAVE_DUMP_PASSES=form_regions cleave-opt --pipeline=reference %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-NOT: after pass thread_context
; CHECK: ; after pass form_regions
; CHECK: define internal i32 @k.body.region0
; CHECK-NOT: after pass optimise

define spir_kernel void @k(ptr addrspace(1) %out) !kernel_arg_type !0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
!0 = !{!"ulong*"}
