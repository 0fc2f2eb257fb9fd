; No other function takes variable arguments.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-DAG: not canonical: mine takes variable arguments
; CHECK-DAG: not canonical: built-in _Z6othersz takes variable arguments
define void @mine(...) {
  ret void
}
declare void @_Z6othersz(...)
declare i32 @printf(ptr addrspace(2), ...)
