; Inlined, the kernel would have more than 20,000 instructions, nearly all of them copies of two
; functions. The one that only computes stays, for a call with the vectors of all lanes; what it alone
; calls is part of it. The one that reads memory is inlined, and so are both into a shorter kernel.
; RUN: { cat %s; echo 'define i32 @computes(i32 %v) #0 { %r0 = call i32 @inner(i32 %v)'; for i in $(seq 1 100); do echo "%r$i = xor i32 %r$((i - 1)), $i"; done; echo 'ret i32 %r100 }'; echo 'define i32 @reads(i32 %v, ptr addrspace(1) %p)  { %r0 = load i32, ptr addrspace(1) %p'; for i in $(seq 1 100); do echo "%r$i = xor i32 %r$((i - 1)), $i"; done; echo 'ret i32 %r100 }'; echo 'define spir_kernel void @k(ptr addrspace(1) %p) {'; for i in $(seq 1 100); do echo "%a$i = call i32 @computes(i32 $i) %b$i = call i32 @reads(i32 %a$i, ptr addrspace(1) %p) store i32 %b$i, ptr addrspace(1) %p"; done; echo 'ret void }'; } | cleave-opt --passes=inline_calls - | FileCheck %s
; RUN: { cat %s; echo 'define i32 @computes(i32 %v) #0 { %r0 = call i32 @inner(i32 %v)'; for i in $(seq 1 100); do echo "%r$i = xor i32 %r$((i - 1)), $i"; done; echo 'ret i32 %r100 }'; echo 'define i32 @reads(i32 %v, ptr addrspace(1) %p)  { %r0 = load i32, ptr addrspace(1) %p'; for i in $(seq 1 100); do echo "%r$i = xor i32 %r$((i - 1)), $i"; done; echo 'ret i32 %r100 }'; echo 'define spir_kernel void @k(ptr addrspace(1) %p) {'; for i in $(seq 1 50); do echo "%a$i = call i32 @computes(i32 $i) %b$i = call i32 @reads(i32 %a$i, ptr addrspace(1) %p) store i32 %b$i, ptr addrspace(1) %p"; done; echo 'ret void }'; } | cleave-opt --passes=inline_calls - | FileCheck --check-prefix=SHORT %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; SHORT-NOT: @computes
; SHORT: define spir_kernel void @k(
; CHECK-NOT: @inner
; CHECK: define internal i32 @computes(i32 %v) #[[STAYS:[0-9]+]]
; CHECK: mul i32
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call i32 @computes(i32 1)
; CHECK-NOT: call i32 @reads(
; CHECK: call i32 @computes(i32 100)
; CHECK-NOT: @reads
; CHECK: attributes #[[STAYS]] = {{.*}}noinline{{.*}}"cleave-wide-call"
define i32 @inner(i32 %v) #0 {
  %r = mul i32 %v, %v
  ret i32 %r
}
attributes #0 = { nounwind willreturn memory(none) }
