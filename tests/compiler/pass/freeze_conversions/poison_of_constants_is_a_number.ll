; A constant that clang has folded is a number, but for where vectors and structures begin.
; RUN: cleave-opt --passes=freeze_conversions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define void @stored(ptr addrspace(1) %p) {
; CHECK-LABEL: @stored
; CHECK-NEXT: store i32 0, ptr addrspace(1) %p
; CHECK-NEXT: br i1 false
  store i32 poison, ptr addrspace(1) %p
  br i1 poison, label %a, label %b
a:
  br label %b
b:
  ret void
}

define <2 x i32> @vector(i32 %a, i32 %b) {
; CHECK-LABEL: @vector
; CHECK-NEXT: insertelement <2 x i32> poison, i32 %a, i32 0
; CHECK: shufflevector <2 x i32> %{{.*}}, <2 x i32> poison
  %x = insertelement <2 x i32> poison, i32 %a, i32 0
  %y = insertelement <2 x i32> %x, i32 %b, i32 1
  %z = shufflevector <2 x i32> %y, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i32> %z
}
