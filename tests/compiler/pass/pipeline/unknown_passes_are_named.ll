; A wrong name is told, not passed over; likewise that of a pipeline.
; RUN: not cleave-opt --passes=guard_division,form_region %s 2>&1 | FileCheck %s --check-prefix=PASS
; RUN: not cleave-opt --pipeline=canonicl %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; PASS: there is no pass 'form_region'
; PIPELINE: there is no pipeline 'canonicl'
