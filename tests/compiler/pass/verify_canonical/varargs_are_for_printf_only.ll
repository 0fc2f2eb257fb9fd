; No other function takes variable arguments.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-DAG: not canonical: mine takes variable arguments
; CHECK-DAG: not canonical: built-in _Z6othersz takes variable arguments
define void @mine(...) {
  ret void
}
declare void @_Z6othersz(...)
declare i32 @printf(ptr addrspace(2), ...)
