; The loads of pointers whose bits are set; a number is no object.
; RUN: cleave-opt --passes=lower_arguments --streamed-arguments=6 %s | FileCheck %s
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s --check-prefix=NONE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: %a = load ptr addrspace(1), {{.*}}, !invariant.load
; CHECK-NOT: cleave.streamed
; CHECK: %b = load ptr addrspace(1), {{.*}}, !cleave.streamed
; CHECK: %c = load i32,
; CHECK-NOT: cleave.streamed
; CHECK: ret void
; NONE-NOT: cleave.streamed
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %c) {
  store i32 %c, ptr addrspace(1) %a
  store i32 %c, ptr addrspace(1) %b
  ret void
}
