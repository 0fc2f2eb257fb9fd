; Sub-groups of 64 have 16 MiB for each lane, and @leaf has 1 MiB. @four has it four times, which is no
; more than that; but five times @four is, so that it stays a call, whose variables one lane has at a
; time. What has fewer is inlined as ever, and what waits for others is in any case.
; RUN: cleave-opt --passes=inline_calls --width=64 %s | FileCheck %s
; RUN: cleave-opt --passes=inline_calls --width=16 %s | FileCheck --check-prefix=NARROW %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @leaf
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: alloca [256 x i32]
; CHECK-DAG: alloca [3145728 x i8]
; CHECK-NOT: alloca
; CHECK-COUNT-5: call spir_func i32 @four(
; CHECK: call void @__cleave_work_group_barrier()
; CHECK-NOT: call spir_func
; CHECK: ret void
; CHECK-NOT: @leaf
; CHECK: define internal spir_func i32 @four(i32 %v) #[[STAYS:[0-9]+]]
; CHECK-COUNT-4: alloca [1048576 x i8]
; CHECK-NOT: call spir_func
; CHECK: ret i32
; CHECK-NOT: @leaf
; CHECK: attributes #[[STAYS]] = {{.*}}noinline
; NARROW-LABEL: define spir_kernel void @k(
; NARROW-NOT: call spir_func
; NARROW: ret void
; NARROW-NOT: define
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %out
  %a = call spir_func i32 @four(i32 %v)
  %b = call spir_func i32 @four(i32 %a)
  %c = call spir_func i32 @four(i32 %b)
  %d = call spir_func i32 @four(i32 %c)
  %e = call spir_func i32 @four(i32 %d)
  %f = call spir_func i32 @small(i32 %e)
  %g = call spir_func i32 @waits(i32 %f)
  store i32 %g, ptr addrspace(1) %out
  ret void
}
define spir_func i32 @four(i32 %v) {
  %a = call spir_func i32 @leaf(i32 %v)
  %b = call spir_func i32 @leaf(i32 %a)
  %c = call spir_func i32 @leaf(i32 %b)
  %d = call spir_func i32 @leaf(i32 %c)
  ret i32 %d
}
define spir_func i32 @leaf(i32 %v) {
  %array = alloca [1048576 x i8]
  %place = getelementptr i8, ptr %array, i32 %v
  %r = load i32, ptr %place
  ret i32 %r
}
define spir_func i32 @small(i32 %v) noinline {
  %array = alloca [256 x i32]
  %place = getelementptr i32, ptr %array, i32 %v
  %r = load i32, ptr %place
  ret i32 %r
}
define spir_func i32 @waits(i32 %v) noinline {
  %array = alloca [3145728 x i8]
  call void @__cleave_work_group_barrier()
  %place = getelementptr i8, ptr %array, i32 %v
  %r = load i32, ptr %place
  ret i32 %r
}
declare void @__cleave_work_group_barrier()
