; A line for each pass that ran.
; RUN: CLEAVE_TIME_PASSES=1 cleave-opt --pipeline=canonical %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: cleave: guard_division {{ *}}{{[0-9]+\.[0-9]+}} ms
; CHECK-NEXT: cleave: verify_canonical {{ *}}{{[0-9]+\.[0-9]+}} ms
; CHECK-NOT: {{.}}

define spir_kernel void @k(ptr addrspace(1) %out) !kernel_arg_type !0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
!0 = !{!"ulong*"}
