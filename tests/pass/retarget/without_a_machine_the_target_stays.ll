; Passes can be looked at without a processor in mind.
; RUN: cleave-opt --passes=retarget %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: target triple = "spir64-unknown-unknown"
define void @f() {
  ret void
}
