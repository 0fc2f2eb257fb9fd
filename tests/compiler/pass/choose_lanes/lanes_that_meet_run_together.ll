; Barriers, collectives, waits and volatile local memory are for lanes together, whatever memory costs. An atomic operation takes
; each lane its time in either order, which is most of what this one does.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)
declare void @__cleave_work_group_barrier() convergent
declare i32 @__cleave_sub_group_reduce_add_i32(i32) convergent

; CHECK-NOT: cleave-serial-lanes
define internal void @with_barrier(ptr %in, ptr %out, i64 %n) "cleave-kernel"="with_barrier" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  call void @__cleave_work_group_barrier()
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %y = fmul float %x, 3.0
  %to = getelementptr float, ptr %out, i64 %at
  store float %y, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}

define internal void @with_exchange(ptr %in, ptr %out, i64 %n) "cleave-kernel"="with_exchange" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  %mine = getelementptr float, ptr addrspace(3) null, i64 %id
  store volatile float 1.0, ptr addrspace(3) %mine
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %y = fmul float %x, 3.0
  %to = getelementptr float, ptr %out, i64 %at
  store float %y, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}

define internal void @with_atomic(ptr %in, ptr %out, ptr %count, i64 %n) "cleave-kernel"="with_atomic" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  %before = atomicrmw add ptr %count, i32 1 monotonic
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, 4
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %to = getelementptr float, ptr %out, i64 %at
  store float 3.0, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}

define internal void @with_collective(ptr %in, ptr %out, ptr %count, i64 %n) "cleave-kernel"="with_collective" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  %before = call i32 @__cleave_sub_group_reduce_add_i32(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %to = getelementptr float, ptr %out, i64 %at
  store float 3.0, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}

define internal void @that_waits(ptr %in, ptr %out, ptr %count, i64 %n) "cleave-may-wait" "cleave-kernel"="that_waits" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %to = getelementptr float, ptr %out, i64 %at
  store float 3.0, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}
