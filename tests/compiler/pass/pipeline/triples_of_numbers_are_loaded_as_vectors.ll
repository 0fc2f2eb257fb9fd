; LLVM multiplies a 32-bit index by three in the upper half of a register; the address still tells that
; lanes stand three elements apart.
; RUN: cleave-opt --pipeline=vector --lanes=rows --small-ids --small-objects --width=16 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define {{.*}}@__cleave_kernel_k
; CHECK-NOT: masked.gather
; CHECK-COUNT-2: load <16 x float>
; CHECK: @llvm.masked.load
; CHECK-NOT: masked.gather
define spir_kernel void @k(ptr addrspace(1) %data, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %thrice = mul nsw i32 %x, 3
  %index = sext i32 %thrice to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %data, i64 %index
  %a = load float, ptr addrspace(1) %place
  %next = getelementptr inbounds float, ptr addrspace(1) %place, i64 1
  %b = load float, ptr addrspace(1) %next
  %sum = fadd float %a, %b
  %own = getelementptr inbounds float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %own
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
