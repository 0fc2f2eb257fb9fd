; Functions of the lane interface have no body to put there.
; RUN: cleave-opt --passes=inline_calls %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call i64 @__cleave_local_id(i32 0)
; CHECK: call void @__cleave_work_group_barrier()
define spir_kernel void @k(ptr addrspace(1) %out) {
  call spir_func void @waits(ptr addrspace(1) %out)
  ret void
}
define spir_func void @waits(ptr addrspace(1) %out) {
  %id = call i64 @__cleave_local_id(i32 0)
  call void @__cleave_work_group_barrier()
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
declare void @__cleave_work_group_barrier()
