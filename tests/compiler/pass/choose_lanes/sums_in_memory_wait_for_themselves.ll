; A lane that adds to memory in each iteration waits for its own store, by itself; lanes together wait at the same time.
; They walk through rows here, so that a sum in a register would be for launches to decide. A volatile access
; to memory that others see is made one lane after another in either order.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @adds({{.*}} #[[ADDS:[0-9]+]]
define internal void @adds(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) "cleave-kernel"="adds" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load i32, ptr addrspace(1) %from
  %before = load i32, ptr addrspace(1) %to
  %sum = add i32 %before, %x
  store i32 %sum, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK: define internal void @keeps({{.*}} #[[KEEPS:[0-9]+]]
define internal void @keeps(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) "cleave-kernel"="keeps" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load i32, ptr addrspace(1) %from
  %elsewhere = getelementptr i32, ptr addrspace(1) %to, i64 %k
  store i32 %x, ptr addrspace(1) %elsewhere
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-NOT: attributes #[[ADDS]] = {{.*}}"cleave-serial-lanes"
; CHECK: attributes #[[KEEPS]] = {{.*}}"cleave-serial-lanes"
