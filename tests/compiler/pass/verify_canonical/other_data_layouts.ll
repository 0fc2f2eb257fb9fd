; The target is spir64 with clang's data layout: sizes and alignments are facts of a kernel.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
; CHECK: not canonical: the module's data layout is not spir64's
target datalayout = "e-p:32:32"
target triple = "spir64-unknown-unknown"
