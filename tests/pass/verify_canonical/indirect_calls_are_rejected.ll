; The language has no function pointers.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: not canonical: an indirect call in f
define void @f(ptr %function) {
  call void %function()
  ret void
}
