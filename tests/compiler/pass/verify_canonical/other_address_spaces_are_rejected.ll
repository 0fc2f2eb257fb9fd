; OpenCL has private, global, constant, local and generic.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-DAG: not canonical: variable v is in address space 5
; CHECK-DAG: not canonical: a pointer of address space 5 in f
@v = addrspace(5) global i32 0
define void @f(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(5)
  ret void
}
