; A constant divisor that is neither 0 nor -1 needs no guard; 0 and -1 do.
; RUN: cleave-opt --passes=guard_division %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define i32 @by_seven(i32 %a) {
; CHECK-LABEL: @by_seven
; CHECK-NEXT: sdiv i32 %a, 7
  %q = sdiv i32 %a, 7
  ret i32 %q
}

define <2 x i32> @by_splat(<2 x i32> %a) {
; CHECK-LABEL: @by_splat
; CHECK-NEXT: urem <2 x i32> %a, splat (i32 3)
  %q = urem <2 x i32> %a, splat (i32 3)
  ret <2 x i32> %q
}

define i32 @by_zero(i32 %a) {
; CHECK-LABEL: @by_zero
; CHECK-NOT: udiv i32 %{{.*}}, 0
; CHECK: ret
  %q = udiv i32 %a, 0
  ret i32 %q
}

define i32 @by_minus_one(i32 %a) {
; CHECK-LABEL: @by_minus_one
; CHECK-DAG: icmp eq i32 %{{.*}}, -2147483648
; CHECK: sdiv i32 %{{.*}}, %
  %q = sdiv i32 %a, -1
  ret i32 %q
}
