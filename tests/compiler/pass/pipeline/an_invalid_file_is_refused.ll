; A parse error is reported with its line.
; RUN: not cleave-opt --pipeline=canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: .ll:{{[0-9]+}}:{{.*}}error:
this is no module
