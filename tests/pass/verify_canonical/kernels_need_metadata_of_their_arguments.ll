; Queries of a kernel are answered from it; one entry for each argument.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-DAG: not canonical: kernel without lacks metadata of its arguments
; CHECK-DAG: not canonical: kernel with_too_little lacks metadata of its arguments
define spir_kernel void @without(i32 %a) {
  ret void
}
define spir_kernel void @with_too_little(i32 %a, i32 %b) !kernel_arg_type !0 {
  ret void
}
!0 = !{!"int"}
