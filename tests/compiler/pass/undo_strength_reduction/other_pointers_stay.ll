; Pointers that go where memory says, by strides that change, or from several locations stay phis.
; RUN: cleave-opt --passes=undo_strength_reduction %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @list(
; CHECK: %p = phi ptr addrspace(1)
define void @list(ptr addrspace(1) %a) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %p.next = load ptr addrspace(1), ptr addrspace(1) %p
  %done = icmp eq ptr addrspace(1) %p.next, null
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @growing(
; CHECK: %p = phi ptr addrspace(1)
define void @growing(ptr addrspace(1) %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  store float 1.0, ptr addrspace(1) %p
  %p.next = getelementptr float, ptr addrspace(1) %p, i64 %i
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @several_ways_on(
; CHECK: %p = phi ptr addrspace(1)
define void @several_ways_on(ptr addrspace(1) %a, i1 %c, i1 %d) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.near, %near ], [ %p.far, %far ]
  store float 1.0, ptr addrspace(1) %p
  br i1 %c, label %near, label %far
near:
  %p.near = getelementptr i8, ptr addrspace(1) %p, i64 4
  br label %loop
far:
  %p.far = getelementptr i8, ptr addrspace(1) %p, i64 8
  br i1 %d, label %end, label %loop
end:
  ret void
}
