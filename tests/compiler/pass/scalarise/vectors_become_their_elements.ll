; Each element of a vector is then a vector of all lanes; memory is read and written by elements too.
; RUN: cleave-opt --passes=scalarise %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @adds(
; CHECK-COUNT-4: load float
; CHECK-NOT: load
; CHECK-COUNT-4: fadd float
; CHECK-COUNT-4: store float
; CHECK-NOT: <4 x float>
; CHECK: ret void
define void @adds(ptr %data) {
  %v = load <4 x float>, ptr %data
  %sum = fadd <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  store <4 x float> %sum, ptr %data
  ret void
}
