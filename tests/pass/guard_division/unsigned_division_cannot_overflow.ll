; Only a divisor of 0 is replaced.
; RUN: cleave-opt --passes=guard_division %s | FileCheck %s
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
