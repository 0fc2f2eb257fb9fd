; Fast-math flags stand at each instruction of the program; attributes would hold for built-in functions too.
; RUN: cleave-opt --passes=retarget %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define float @f(
; CHECK: fadd reassoc nnan float
; CHECK-NOT: fp-math
; CHECK-NOT: fpmad
define float @f(float %a) #0 {
  %r = fadd reassoc nnan float %a, %a
  ret float %r
}
attributes #0 = { "less-precise-fpmad"="true" "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" }
