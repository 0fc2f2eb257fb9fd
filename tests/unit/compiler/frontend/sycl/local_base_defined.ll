; The function for local memory has a body.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@m = internal addrspace(3) global [64 x i32] undef
define spir_func ptr addrspace(3) @__cleave_local_base() { ret ptr addrspace(3) @m }
define spir_kernel void @k(ptr byval([8 x i8]) %o) {
  %x = call spir_func ptr addrspace(3) @__cleave_local_base()
  store i32 1, ptr addrspace(3) %x
  ret void
}
