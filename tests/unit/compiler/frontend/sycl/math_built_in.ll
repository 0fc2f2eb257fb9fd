; The built-in function that sinf becomes is declared with other parameters.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z3sinf(float, float)
declare spir_func float @sinf(float)
define spir_kernel void @k(ptr byval([8 x i8]) %o) {
  %p = load ptr addrspace(1), ptr %o
  %x = call spir_func float @sinf(float 1.0)
  %y = call spir_func float @_Z3sinf(float %x, float 1.0)
  store float %y, ptr addrspace(1) %p
  ret void
}
