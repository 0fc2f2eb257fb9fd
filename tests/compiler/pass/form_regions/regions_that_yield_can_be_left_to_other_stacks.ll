; Only the region that has such a loop; the one before it is as ever.
; RUN: cleave-opt --passes=form_regions --lanes=rows --jam-y=4 --width=8 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}void @__cleave_kernel_k(ptr %0)
; CHECK: %walk = alloca
; CHECK-DAG: call i32 @k.body.region0(
; CHECK-DAG: store ptr @__cleave_kernel_k.sub_groups
; CHECK-DAG: call void @__cleave_kernel_k.sub_groups(ptr %walk)
; CHECK-DAG: icmp eq i64 %{{.*}}, 0
; CHECK-NOT: call i32 @k.body.region1
; CHECK-NOT: "cleave-parts"
; CHECK-LABEL: define internal void @__cleave_kernel_k.sub_groups(ptr %0)
; CHECK: call i32 @k.body.region1(
define void @k.body() "cleave-kernel"="k" "cleave-may-wait" "cleave-has-yield" {
entry:
  %p = call ptr @__cleave_context()
  store volatile i32 1, ptr %p
  call void @__cleave_work_group_barrier()
  br label %loop
loop:
  %seen = load atomic i32, ptr %p acquire, align 4
  %is_turn = icmp eq i32 %seen, 7
  br i1 %is_turn, label %end, label %again
again:
  call void @__cleave_yield(ptr %p) "cleave-yield"
  br label %loop
end:
  ret void
}
define internal void @__cleave_yield(ptr %context) "cleave-yield" {
  ret void
}
declare ptr @__cleave_context() memory(none)
declare void @__cleave_work_group_barrier() convergent
