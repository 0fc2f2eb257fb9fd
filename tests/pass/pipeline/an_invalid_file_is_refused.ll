; What cannot be parsed is reported with its line.
; RUN: not cleave-opt --pipeline=canonical %s 2>&1 | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: .ll:{{[0-9]+}}:{{.*}}error:
this is no module
