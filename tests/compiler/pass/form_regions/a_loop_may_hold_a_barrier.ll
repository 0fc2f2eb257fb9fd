; Two regions: up to the first barrier, and from the barrier round to itself or out. The answer says
; where the lanes have arrived: 1 is the barrier, -1 the end.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0
; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: lane.end:
; CHECK-NEXT: phi i32 [ %{{.*}}, %end ], [ 1, %loop ]
; CHECK-NOT: define internal i32 @k.body.region2
; CHECK-LABEL: define void @__cleave_kernel_k
; CHECK: call i32 @k.body.region0(
; CHECK: br label %[[SECOND:region[0-9]+]]
; CHECK: call i32 @k.body.region1(
; CHECK: switch i32 %{{.*}}, label %impossible [
; CHECK-NEXT: i32 1, label %[[AGAIN:.*]]
; CHECK-NEXT: i32 -1, label
; CHECK-NEXT: ]
; CHECK: [[AGAIN]]:
; CHECK-NEXT: br label %[[SECOND]],
define internal void @k.body() "cleave-kernel"="k" {
entry:
  %context = call ptr @__cleave_context()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %context
  call void @__cleave_work_group_barrier()
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 10
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
