; And what they use; nothing else comes with them.
; RUN: cleave-opt --passes=link_builtins %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: declare {{.*}}@_Z
; CHECK-NOT: define {{.*}}@_Z3sin
; CHECK: define spir_kernel void @k
; CHECK: define internal i64 @_Z13get_global_idj(
; CHECK-NOT: declare {{.*}}@_Z
define spir_kernel void @k(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
