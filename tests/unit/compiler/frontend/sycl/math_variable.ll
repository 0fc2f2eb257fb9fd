; A variable has the name of the built-in function that sinf becomes.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@_Z3sinf = internal addrspace(1) global i32 1
declare spir_func float @sinf(float)
define spir_kernel void @k(ptr byval([8 x i8]) %o) {
  %p = load ptr addrspace(1), ptr %o
  %x = call spir_func float @sinf(float 1.0)
  store float %x, ptr addrspace(1) %p
  %y = load i32, ptr addrspace(1) @_Z3sinf
  store i32 %y, ptr addrspace(1) %p
  ret void
}
