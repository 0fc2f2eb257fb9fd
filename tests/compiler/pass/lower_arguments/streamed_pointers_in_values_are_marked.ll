; A launch knows a pointer in a value by its eight bytes of the argument block, behind the arguments: with two
; arguments the one at byte 16 is number 4.
; RUN: cleave-opt --passes=lower_arguments --streamed-arguments=16 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: %first = load ptr addrspace(1)
; CHECK-NOT: cleave.streamed
; CHECK: %second = load ptr addrspace(1), {{.*}}!cleave.streamed
define spir_kernel void @k(i64 %n, ptr readonly byval([3 x ptr addrspace(1)]) align 8 %object) {
  %first = load ptr addrspace(1), ptr %object, align 8, !invariant.load !0
  %place = getelementptr i8, ptr %object, i64 8
  %second = load ptr addrspace(1), ptr %place, align 8, !invariant.load !0
  store i64 %n, ptr addrspace(1) %first, align 8
  store i64 %n, ptr addrspace(1) %second, align 8
  ret void
}
!0 = !{}
