; A number that crosses a barrier would take a slot of each lane's frame, and come back as any number; a counter is
; one for all lanes. Elsewhere numbers stay.
; RUN: cleave-opt --passes=undo_strength_reduction %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @with_barrier(
; CHECK: %[[COUNTER:.*]] = phi i64
; CHECK: %[[LOW:.*]] = trunc i64 %[[COUNTER]] to i32
; CHECK: %[[GROWN:.*]] = mul i32 %[[LOW]], 16
; CHECK: %n = add i32 %from, %[[GROWN]]
define void @with_barrier(ptr addrspace(1) %a, i32 %from, i32 %end) {
entry:
  br label %loop
loop:
  %n = phi i32 [ %from, %entry ], [ %n.next, %loop ]
  %left = phi i32 [ 0, %entry ], [ %left.next, %loop ]
  %index = sext i32 %n to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %p
  call void @__cleave_work_group_barrier()
  %n.next = add i32 %n, 16
  %left.next = add i32 %left, 1
  %done = icmp eq i32 %left.next, %end
  br i1 %done, label %out, label %loop
out:
  ret void
}

; CHECK-LABEL: define void @without(
; CHECK: %n = phi i32
define void @without(ptr addrspace(1) %a, i32 %from, i32 %end) {
entry:
  br label %loop
loop:
  %n = phi i32 [ %from, %entry ], [ %n.next, %loop ]
  %index = sext i32 %n to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %p
  %n.next = add i32 %n, 16
  %done = icmp eq i32 %n.next, %end
  br i1 %done, label %out, label %loop
out:
  ret void
}
declare void @__cleave_work_group_barrier() convergent
