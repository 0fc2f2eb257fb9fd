; By a barrier, a fence, an atomic or a volatile access, and by a call that may do anything, other
; work-items may see the location while the loop runs. A function that computes is no such call.
; RUN: cleave-opt --passes=promote_locations --distinct-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @__cleave_work_group_barrier() convergent
declare void @unknown()
declare i32 @__cleave_sub_group_any(i32) convergent memory(none) willreturn nounwind
declare i64 @__cleave_local_id(i32) memory(none) willreturn nounwind

; CHECK-LABEL: @barrier
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @barrier(ptr %block, i32 %n, i64 %id) "cleave-kernel"="barrier" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  call void @__cleave_work_group_barrier()
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @fence
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @fence(ptr %block, i32 %n, i64 %id) "cleave-kernel"="fence" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  fence release
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @atomic
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @atomic(ptr %block, i32 %n, i64 %id) "cleave-kernel"="atomic" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @another
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @another(ptr %block, i32 %n, i64 %id) "cleave-kernel"="another" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  store volatile float 0.0, ptr addrspace(1) %a
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @call
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @call(ptr %block, i32 %n, i64 %id) "cleave-kernel"="call" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  call void @unknown()
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @vote
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store float %more, ptr addrspace(1) %place
; CHECK-NOT: store float
; CHECK: ret void
define internal void @vote(ptr %block, i32 %n, i64 %id) "cleave-kernel"="vote" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %vote = call i32 @__cleave_sub_group_any(i32 %k)
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @itself
; CHECK: load float, ptr addrspace(1) %place
; CHECK: store volatile float %more, ptr addrspace(1) %place
; CHECK-NOT: store volatile float
; CHECK: ret void
define internal void @itself(ptr %block, i32 %n, i64 %id) "cleave-kernel"="itself" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  %place = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store volatile float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: @asks
; CHECK: %own = call i64 @__cleave_local_id(i32 0)
; CHECK: %place = getelementptr float, ptr addrspace(1) %c, i64 %own
; CHECK: body:
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float
; CHECK: ret void
define internal void @asks(ptr %block, i32 %n, i64 %id) "cleave-kernel"="asks" {
  %c = load ptr addrspace(1), ptr %block, !invariant.load !0, !cleave.object !0
  %a.at = getelementptr i8, ptr %block, i64 8
  %a = load ptr addrspace(1), ptr %a.at, !invariant.load !0, !cleave.object !0
  br label %body
body:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %k
  %term = load float, ptr addrspace(1) %from
  %own = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr float, ptr addrspace(1) %c, i64 %own
  %sum = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %term
  store float %more, ptr addrspace(1) %place
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %end
end:
  ret void
}
!0 = !{}
