; OpenCL has private, global, constant, local and generic.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-DAG: not canonical: variable v is in address space 5
; CHECK-DAG: not canonical: a pointer of address space 5 in f
@v = addrspace(5) global i32 0
define void @f(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(5)
  ret void
}
