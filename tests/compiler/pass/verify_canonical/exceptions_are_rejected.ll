; Nothing unwinds in a kernel.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: not canonical: an exception in f
declare void @_Z1gv()
declare i32 @__cleave_personality()
define void @f() personality ptr @__cleave_personality {
  invoke void @_Z1gv() to label %good unwind label %bad
good:
  ret void
bad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
}
