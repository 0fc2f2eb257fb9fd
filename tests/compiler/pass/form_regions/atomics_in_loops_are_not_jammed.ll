; They are made for one lane after another, so that there is nothing to share. One that follows the loop takes little of
; the time: the loops of several sub-groups overlap. Those of local memory are loads and stores of the thread that runs
; the work-group, and part nothing.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-y=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @within.body.region0(
; CHECK-SAME: #[[ALONE:[0-9]+]]
define internal void @within.body() "cleave-kernel"="within" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr float, ptr %data, i64 %x
  %line = getelementptr float, ptr %data, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr %column, i64 %i
  %down = getelementptr float, ptr %line, i64 %i
  %a = load float, ptr %along
  %b = load float, ptr %down
  %product = fmul float %a, %b
  %more = fadd float %sum, %product
  %old = atomicrmw add ptr %data, i32 1 monotonic
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal i32 @after.body.region0(
; CHECK-SAME: #[[TOGETHER:[0-9]+]]
define internal void @after.body() "cleave-kernel"="after" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr float, ptr %data, i64 %x
  %line = getelementptr float, ptr %data, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr %column, i64 %i
  %down = getelementptr float, ptr %line, i64 %i
  %a = load float, ptr %along
  %b = load float, ptr %down
  %product = fmul float %a, %b
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  %old = atomicrmw add ptr %data, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define internal i32 @near.body.region0(
; CHECK-SAME: #[[TOGETHER]]
; CHECK: atomicrmw add ptr addrspace(3)
; CHECK: cmpxchg ptr addrspace(3)
define internal void @near.body() "cleave-kernel"="near" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr i32, ptr %data, i64 %x
  %line = getelementptr i32, ptr %data, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %along = getelementptr i32, ptr %column, i64 %i
  %down = getelementptr i32, ptr %line, i64 %i
  %a = load i32, ptr %along
  %b = load i32, ptr %down
  %bin = add i32 %a, %b
  %there = getelementptr i32, ptr addrspace(3) null, i32 %bin
  %old = atomicrmw add ptr addrspace(3) %there, i32 1 monotonic
  %pair = cmpxchg ptr addrspace(3) %there, i32 7, i32 8 monotonic monotonic
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)

; CHECK-NOT: attributes #[[ALONE]] = {{.*}}"cleave-parts"
; CHECK: attributes #[[TOGETHER]] = {{.*}}"cleave-parts"
