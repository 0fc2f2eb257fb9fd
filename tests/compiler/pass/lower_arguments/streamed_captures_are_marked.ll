; A launch knows a pointer that a block captures by its eight bytes of the argument block, behind the arguments. The
; literal comes behind the pointer to local memory, at byte 128: with two arguments, its byte 24 has number 21.
; RUN: cleave-opt --passes=lower_arguments --streamed-arguments=2097152 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: %first = load ptr addrspace(1)
; CHECK-NOT: cleave.streamed
; CHECK: %second = load ptr addrspace(1), {{.*}}!cleave.streamed
define internal spir_kernel void @block(ptr addrspace(4) %literal, ptr addrspace(3) %memory) {
  %place = getelementptr i8, ptr addrspace(4) %literal, i64 16
  %first = load ptr addrspace(1), ptr addrspace(4) %place, align 8
  %other = getelementptr i8, ptr addrspace(4) %literal, i64 24
  %second = load ptr addrspace(1), ptr addrspace(4) %other, align 8
  store i64 1, ptr addrspace(1) %first, align 8
  store i64 1, ptr addrspace(1) %second, align 8
  ret void
}
