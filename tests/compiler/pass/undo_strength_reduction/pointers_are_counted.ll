; A pointer that a loop moves, forwards, backwards or by a stride that the launch gives, is where it began and a
; counter. One counter serves all of them, and one that the loop has is taken.
; RUN: cleave-opt --passes=undo_strength_reduction %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @three(
; CHECK: loop:
; CHECK: %[[COUNTER:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: phi ptr
; CHECK-DAG: %p = getelementptr [12 x i8], ptr addrspace(1) %a, i64 %[[COUNTER]]
; CHECK-DAG: %[[BACK:.*]] = mul i64 %[[COUNTER]], -4
; CHECK-DAG: %q = getelementptr i8, ptr addrspace(1) %b, i64 %[[BACK]]
; CHECK-DAG: %[[FAR:.*]] = mul i64 %[[COUNTER]], %stride
; CHECK-DAG: %r = getelementptr [4 x i8], ptr addrspace(1) %c, i64 %[[FAR]]
; CHECK: %[[NEXT]] = add nuw i64 %[[COUNTER]], 1
define void @three(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %stride, i32 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %q = phi ptr addrspace(1) [ %b, %entry ], [ %q.next, %loop ]
  %r = phi ptr addrspace(1) [ %c, %entry ], [ %r.next, %loop ]
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %x = load float, ptr addrspace(1) %p
  store float %x, ptr addrspace(1) %q
  store float %x, ptr addrspace(1) %r
  %p.half = getelementptr i8, ptr addrspace(1) %p, i64 8
  %p.next = getelementptr i8, ptr addrspace(1) %p.half, i64 4
  %q.next = getelementptr i8, ptr addrspace(1) %q, i64 -4
  %r.next = getelementptr float, ptr addrspace(1) %r, i64 %stride
  %less = add i32 %left, -1
  %done = icmp eq i32 %less, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @counted(
; CHECK: loop:
; CHECK-NEXT: %i = phi i64
; CHECK-NEXT: %p = getelementptr [4 x i8], ptr addrspace(1) %a, i64 %i
; CHECK-NOT: phi
define void @counted(ptr addrspace(1) %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  store float 1.0, ptr addrspace(1) %p
  %p.next = getelementptr float, ptr addrspace(1) %p, i64 1
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
