; By pipeline, in the order in which they run.
; RUN: cleave-opt --list | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: canonical:
; CHECK-NEXT: guard_division:
; CHECK-NEXT: verify_canonical:
; CHECK-NEXT: reference:
; CHECK-NEXT: link_builtins:
; CHECK: thread_context:
; CHECK-NEXT: form_regions:
