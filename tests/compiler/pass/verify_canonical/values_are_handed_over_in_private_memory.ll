; Arguments passed by value are copied into private memory.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: not canonical: an argument of in_global_memory is by value and not private
; CHECK-NOT: in_private_memory
define void @in_global_memory(ptr addrspace(1) byval(i32) %x) {
  ret void
}
define void @in_private_memory(ptr byval(i32) %x) {
  ret void
}
