; Nothing unwinds in a kernel.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
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
