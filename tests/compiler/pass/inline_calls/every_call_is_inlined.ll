; Also of functions that ask not to be, and calls inside them: a call would be made for one lane after
; another. Functions that nobody calls are gone; kernels stay.
; RUN: cleave-opt --passes=inline_calls %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @outer
; CHECK-NOT: @inner
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call
; CHECK: mul i32
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %out
  %r = call spir_func i32 @outer(i32 %v)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
define spir_func i32 @outer(i32 %v) noinline optnone {
  %r = call spir_func i32 @inner(i32 %v)
  ret i32 %r
}
define spir_func i32 @inner(i32 %v) {
  %r = mul i32 %v, %v
  ret i32 %r
}
