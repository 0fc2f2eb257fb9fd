; A group that comes later may use what an earlier one has brought.
; RUN: cleave-opt --passes=link_builtins %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: declare {{.*}}@_Z
; CHECK: define internal float @_Z3sinf(
; CHECK-NOT: declare {{.*}}@_Z
define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = call spir_func float @_Z3sinf(float 1.0)
  store float %a, ptr addrspace(1) %out
  %b = call spir_func float @_Z8half_sinf(float 1.0)
  store float %b, ptr addrspace(1) %out
  ret void
}
declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z8half_sinf(float)
