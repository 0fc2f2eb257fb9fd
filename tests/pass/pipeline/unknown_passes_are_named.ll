; A wrong name is told, not passed over; likewise that of a pipeline.
; RUN: not cleave-opt --passes=guard_division,form_region %s 2>&1 | FileCheck %s --check-prefix=PASS
; RUN: not cleave-opt --pipeline=canonicl %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
target triple = "spir64-unknown-unknown"

; PASS: there is no pass 'form_region'
; PIPELINE: there is no pipeline 'canonicl'
