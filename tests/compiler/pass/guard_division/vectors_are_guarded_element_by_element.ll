; One bad element does not change the others.
; RUN: cleave-opt --passes=guard_division %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define <4 x i32> @divide(<4 x i32> %a, <4 x i32> %b) {
; CHECK-LABEL: @divide
; CHECK: icmp eq <4 x i32> %{{.*}}, zeroinitializer
; CHECK: %[[SAFE:.*]] = select <4 x i1> %{{.*}}, <4 x i32> splat (i32 1), <4 x i32> %{{.*}}
; CHECK: sdiv <4 x i32> %{{.*}}, %[[SAFE]]
  %q = sdiv <4 x i32> %a, %b
  ret <4 x i32> %q
}

define <2 x i32> @by_mixed_constant(<2 x i32> %a) {
; CHECK-LABEL: @by_mixed_constant
; CHECK-NOT: udiv <2 x i32> %{{.*}}, <i32 2, i32 0>
; CHECK: ret
  %q = udiv <2 x i32> %a, <i32 2, i32 0>
  ret <2 x i32> %q
}
