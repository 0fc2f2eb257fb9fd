; Queries of a kernel are answered from it; one entry for each argument.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-DAG: not canonical: kernel without lacks {{.*}} of its arguments
; CHECK-DAG: not canonical: kernel with_too_little lacks {{.*}} of its arguments
define spir_kernel void @without(i32 %a) {
  ret void
}
define spir_kernel void @with_too_little(i32 %a, i32 %b) !kernel_arg_type !0 {
  ret void
}
!0 = !{!"int"}
