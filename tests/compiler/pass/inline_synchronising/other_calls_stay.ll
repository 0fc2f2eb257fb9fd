; Whether they are worth inlining is for the optimiser to say.
; RUN: cleave-opt --passes=inline_synchronising %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @plain
define i32 @plain(i32 %a) {
  ret i32 %a
}
; CHECK-LABEL: define spir_kernel void @k
; CHECK: call i32 @plain(i32 1)
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call i32 @plain(i32 1)
  call void @__cleave_sub_group_barrier()
  store i32 %v, ptr addrspace(1) %out
  ret void
}
declare void @__cleave_sub_group_barrier()
