; Code for a processor is made later, from one form.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"
; CHECK: not canonical: the module's triple is x86_64-unknown-linux-gnu, not spir64
