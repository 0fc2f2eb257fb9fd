; Division by 0, and of the least integer by -1, divides by 1 instead. Operands are frozen first: an
; undefined value is the same in the test and in the division.
; RUN: cleave-opt --passes=guard_division %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define i32 @divide(i32 %a, i32 %b) {
; CHECK-LABEL: @divide
; CHECK: %[[A:.*]] = freeze i32 %a
; CHECK: %[[B:.*]] = freeze i32 %b
; CHECK: %[[ZERO:.*]] = icmp eq i32 %[[B]], 0
; CHECK-DAG: %[[LEAST:.*]] = icmp eq i32 %[[A]], -2147483648
; CHECK-DAG: %[[ONE:.*]] = icmp eq i32 %[[B]], -1
; CHECK: %[[OVERFLOW:.*]] = and i1 %[[LEAST]], %[[ONE]]
; CHECK: %[[BAD:.*]] = or i1 %[[ZERO]], %[[OVERFLOW]]
; CHECK: %[[SAFE:.*]] = select i1 %[[BAD]], i32 1, i32 %[[B]]
; CHECK: sdiv i32 %[[A]], %[[SAFE]]
  %q = sdiv i32 %a, %b
  ret i32 %q
}

define i64 @remainder(i64 %a, i64 %b) {
; CHECK-LABEL: @remainder
; CHECK: icmp eq i64 %{{.*}}, -9223372036854775808
; CHECK: %[[SAFE:.*]] = select i1 %{{.*}}, i64 1, i64 %{{.*}}
; CHECK: srem i64 %{{.*}}, %[[SAFE]]
  %r = srem i64 %a, %b
  ret i64 %r
}
