; Only a divisor of 0 is replaced.
; RUN: cleave-opt --passes=guard_division %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define i8 @divide(i8 %a, i8 %b) {
; CHECK-LABEL: @divide
; CHECK: %[[ZERO:.*]] = icmp eq i8 %[[B:.*]], 0
; CHECK-NOT: icmp
; CHECK: %[[SAFE:.*]] = select i1 %[[ZERO]], i8 1, i8 %[[B]]
; CHECK: udiv i8 %{{.*}}, %[[SAFE]]
  %q = udiv i8 %a, %b
  ret i8 %q
}
