; Each of 500 functions calls the one before: what is called first would be copied 500 times on its
; way into the kernel. All of it is there in the end, in order, and nothing else is left.
; RUN: { cat %s; for i in $(seq 1 500); do echo "define i32 @f$i(i32 %v) { %r = call i32 @f$((i - 1))(i32 %v) %t = add i32 %r, $i ret i32 %t }"; done; } | cleave-opt --passes=inline_calls - | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @f
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call
; CHECK: mul i32
; CHECK-NEXT: add i32 %{{.*}}, 1
; CHECK-NEXT: add i32 %{{.*}}, 2
; CHECK-COUNT-498: add i32
; CHECK-NOT: add i32
; CHECK: store i32
; CHECK-NEXT: ret void
; CHECK-NOT: define
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %out
  %r = call i32 @f500(i32 %v)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
define i32 @f0(i32 %v) {
  %r = mul i32 %v, %v
  ret i32 %r
}
