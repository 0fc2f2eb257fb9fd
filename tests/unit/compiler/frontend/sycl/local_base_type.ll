; The function for local memory is declared with another result.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i32 @__cleave_local_base()
define spir_kernel void @k(ptr byval([8 x i8]) %o) {
  %p = load ptr addrspace(1), ptr %o
  %x = call spir_func i32 @__cleave_local_base()
  store i32 %x, ptr addrspace(1) %p
  ret void
}
