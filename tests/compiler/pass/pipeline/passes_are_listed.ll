; By pipeline, in the order in which they run.
; RUN: cleave-opt --list | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: canonical:
; CHECK-NEXT: guard_division:
; CHECK-NEXT: verify_canonical:
; CHECK-NEXT: scalar:
; CHECK-NEXT: lower_blocks:
; CHECK-NEXT: approximate_functions:
; CHECK-NEXT: combine_sincos:
; CHECK-NEXT: link_builtins:
; CHECK-NEXT: freeze_conversions:
; CHECK: add_context_parameters:
; CHECK-NEXT: form_regions:
