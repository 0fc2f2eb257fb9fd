; It would tie a portable module to one processor.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: not canonical: inline assembly in f
define void @f() {
  call void asm sideeffect "nop", ""()
  ret void
}
