; Functions that wait are inlined, and so are those that call them, whatever their attributes say.
; RUN: cleave-opt --passes=inline_synchronising %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @waits
; CHECK-NOT: @calls_it
define void @waits() noinline optnone {
  call void @__cleave_work_group_barrier()
  ret void
}
define void @calls_it() noinline {
  call void @waits()
  ret void
}
; CHECK-LABEL: define spir_kernel void @k
; CHECK-NEXT: call void @__cleave_work_group_barrier()
; CHECK-NEXT: ret void
define spir_kernel void @k() {
  call void @calls_it()
  ret void
}
declare void @__cleave_work_group_barrier()
