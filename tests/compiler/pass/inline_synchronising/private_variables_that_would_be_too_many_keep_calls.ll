; Sub-groups of 64 have 16 MiB for each lane, which LLVM's inliners do not know: what would be more is
; not for them to inline. Where all fits, they decide.
; RUN: cleave-opt --passes=inline_synchronising --width=64 %s | FileCheck %s
; RUN: cleave-opt --passes=inline_synchronising --width=16 %s | FileCheck --check-prefix=NARROW %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k
; CHECK: call spir_func i32 @large(
; CHECK: call spir_func i32 @less(
; CHECK: define spir_func i32 @large(i32 %v) #[[STAYS:[0-9]+]]
; CHECK: define spir_func i32 @less(i32 %v) {
; CHECK: attributes #[[STAYS]] = { noinline }
; NARROW-LABEL: define spir_kernel void @k
; NARROW: alloca [10485760 x i8]
; NARROW-NOT: @large(
; NARROW: call spir_func i32 @less(
; NARROW: ret void
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %out
  %a = call spir_func i32 @large(i32 %v)
  %b = call spir_func i32 @less(i32 %a)
  store i32 %b, ptr addrspace(1) %out
  ret void
}
define spir_func i32 @large(i32 %v) alwaysinline {
  %array = alloca [10485760 x i8]
  %place = getelementptr i8, ptr %array, i32 %v
  %r = load i32, ptr %place
  ret i32 %r
}
define spir_func i32 @less(i32 %v) {
  %array = alloca [8388608 x i8]
  %place = getelementptr i8, ptr %array, i32 %v
  %r = load i32, ptr %place
  ret i32 %r
}
