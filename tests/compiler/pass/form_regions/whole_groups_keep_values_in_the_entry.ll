; A work-group of 8 by 1 items is one sub-group of 8 lanes: no loop over sub-groups runs between two barriers, and what
; lives across a barrier is in a variable of the entry, which LLVM keeps in a register. Work-groups of two sub-groups, and
; those of any size, have it in the launch's memory; so has a value for which registers would not suffice.
; RUN: cleave-opt --passes=form_regions --lanes=rows --width=8 --local-size=8,1,1 %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions --lanes=rows --width=8 --local-size=16,1,1 %s | FileCheck %s --check-prefix=LOOP
; RUN: cleave-opt --passes=form_regions --lanes=rows --width=8 %s | FileCheck %s --check-prefix=LOOP
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region1(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, ptr noundef %5)
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK-SAME: #[[FEW:[0-9]+]]
; CHECK: %frames = alloca [32 x i8], align 128
; CHECK: call i32 @k.body.region0(ptr %0, i32 0, i32 0, i32 0, i32 0, ptr %frames)
; CHECK: call i32 @k.body.region1(ptr %0, i32 0, i32 0, i32 0, i32 0, ptr %frames)
; CHECK-LABEL: define void @__cleave_kernel_large(
; CHECK-SAME: #[[MANY:[0-9]+]]
; CHECK-NOT: alloca {{.*}} x i8
; CHECK: attributes #[[FEW]] = {{.*}}"cleave-frame-bytes"="0"
; CHECK: attributes #[[MANY]] = {{.*}}"cleave-frame-bytes"="4104"

; LOOP-LABEL: define void @__cleave_kernel_k(
; LOOP-NOT: %frames

define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %v = load volatile i32, ptr %context
  call void @__cleave_work_group_barrier()
  store volatile i32 %v, ptr %context
  ret void
}
define internal void @large.body() "cleave-kernel"="large" {
  %array = alloca [1024 x i32]
  %context = call ptr @__cleave_context()
  %v = load volatile i32, ptr %context
  %place = getelementptr i32, ptr %array, i32 %v
  store volatile i32 %v, ptr %place
  call void @__cleave_work_group_barrier()
  %other = load volatile i32, ptr %place
  store volatile i32 %other, ptr %context
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
