; Each function calls the one before twice: inlined, the kernel would have 2^16 copies of the first. The
; functions stay calls from where a copy is long; a kernel of usual size is one function all the same
; (every_call_is_inlined.ll), and what waits for others is inlined wherever it is.
; RUN: cleave-opt --passes=inline_calls %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: @f0
; CHECK-NOT: @f8
; CHECK: call spir_func i32 @f10(
; CHECK: call void @__cleave_work_group_barrier()
; CHECK: ret void
; CHECK: define internal spir_func i32 @f10(i32 %v) #[[STAYS:[0-9]+]]
; CHECK: attributes #[[STAYS]] = {{.*}}noinline
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %out
  %r = call spir_func i32 @f16(i32 %v)
  %s = call spir_func i32 @waits(i32 %r)
  store i32 %s, ptr addrspace(1) %out
  ret void
}
define spir_func i32 @waits(i32 %v) noinline {
  call void @__cleave_work_group_barrier()
  ret i32 %v
}
define spir_func i32 @f0(i32 %v) {
  %r = mul i32 %v, %v
  ret i32 %r
}
define spir_func i32 @f1(i32 %v) {
  %a = call spir_func i32 @f0(i32 %v)
  %b = call spir_func i32 @f0(i32 %a)
  ret i32 %b
}
define spir_func i32 @f2(i32 %v) {
  %a = call spir_func i32 @f1(i32 %v)
  %b = call spir_func i32 @f1(i32 %a)
  ret i32 %b
}
define spir_func i32 @f3(i32 %v) {
  %a = call spir_func i32 @f2(i32 %v)
  %b = call spir_func i32 @f2(i32 %a)
  ret i32 %b
}
define spir_func i32 @f4(i32 %v) {
  %a = call spir_func i32 @f3(i32 %v)
  %b = call spir_func i32 @f3(i32 %a)
  ret i32 %b
}
define spir_func i32 @f5(i32 %v) {
  %a = call spir_func i32 @f4(i32 %v)
  %b = call spir_func i32 @f4(i32 %a)
  ret i32 %b
}
define spir_func i32 @f6(i32 %v) {
  %a = call spir_func i32 @f5(i32 %v)
  %b = call spir_func i32 @f5(i32 %a)
  ret i32 %b
}
define spir_func i32 @f7(i32 %v) {
  %a = call spir_func i32 @f6(i32 %v)
  %b = call spir_func i32 @f6(i32 %a)
  ret i32 %b
}
define spir_func i32 @f8(i32 %v) {
  %a = call spir_func i32 @f7(i32 %v)
  %b = call spir_func i32 @f7(i32 %a)
  ret i32 %b
}
define spir_func i32 @f9(i32 %v) {
  %a = call spir_func i32 @f8(i32 %v)
  %b = call spir_func i32 @f8(i32 %a)
  ret i32 %b
}
define spir_func i32 @f10(i32 %v) {
  %a = call spir_func i32 @f9(i32 %v)
  %b = call spir_func i32 @f9(i32 %a)
  ret i32 %b
}
define spir_func i32 @f11(i32 %v) {
  %a = call spir_func i32 @f10(i32 %v)
  %b = call spir_func i32 @f10(i32 %a)
  ret i32 %b
}
define spir_func i32 @f12(i32 %v) {
  %a = call spir_func i32 @f11(i32 %v)
  %b = call spir_func i32 @f11(i32 %a)
  ret i32 %b
}
define spir_func i32 @f13(i32 %v) {
  %a = call spir_func i32 @f12(i32 %v)
  %b = call spir_func i32 @f12(i32 %a)
  ret i32 %b
}
define spir_func i32 @f14(i32 %v) {
  %a = call spir_func i32 @f13(i32 %v)
  %b = call spir_func i32 @f13(i32 %a)
  ret i32 %b
}
define spir_func i32 @f15(i32 %v) {
  %a = call spir_func i32 @f14(i32 %v)
  %b = call spir_func i32 @f14(i32 %a)
  ret i32 %b
}
define spir_func i32 @f16(i32 %v) {
  %a = call spir_func i32 @f15(i32 %v)
  %b = call spir_func i32 @f15(i32 %a)
  ret i32 %b
}
declare void @__cleave_work_group_barrier()
