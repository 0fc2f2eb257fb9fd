; A short loop over a private array is straight code with the barriers in it, unless more than 32 would
; stand in a row.
; RUN: cleave-opt --passes=unroll_loops %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @few(
; CHECK-NOT: br
; CHECK-COUNT-16: call void @__cleave_work_group_barrier()
; CHECK-NOT: br
; CHECK: ret i32
define i32 @few(i32 %a) {
entry:
  %array = alloca [16 x i32]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %place = getelementptr [16 x i32], ptr %array, i64 0, i64 %i
  store i32 %a, ptr %place
  call void @__cleave_work_group_barrier()
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 16
  br i1 %more, label %fill, label %end
end:
  %last = getelementptr [16 x i32], ptr %array, i64 0, i64 3
  %v = load i32, ptr %last
  ret i32 %v
}

; CHECK-LABEL: define i32 @many(
; CHECK: br i1
; CHECK-NOT: call void @__cleave_work_group_barrier()
; CHECK: ret i32
define i32 @many(i32 %a) {
entry:
  %array = alloca [33 x i32]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %place = getelementptr [33 x i32], ptr %array, i64 0, i64 %i
  store i32 %a, ptr %place
  call void @__cleave_work_group_barrier()
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 33
  br i1 %more, label %fill, label %end
end:
  %last = getelementptr [33 x i32], ptr %array, i64 0, i64 3
  %v = load i32, ptr %last
  ret i32 %v
}

; CHECK-LABEL: define i32 @many_until(
; CHECK: call void @__cleave_work_group_barrier()
; CHECK-NOT: call void @__cleave_work_group_barrier()
; CHECK: ret i32
define i32 @many_until(i32 %a) {
entry:
  %array = alloca [33 x i32]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %place = getelementptr [33 x i32], ptr %array, i64 0, i64 %i
  store i32 %a, ptr %place
  call void @__cleave_work_group_barrier()
  %asked = call i32 @__cleave_lane()
  %stops = icmp eq i32 %asked, %a
  br i1 %stops, label %end, label %next
next:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 33
  br i1 %more, label %fill, label %end
end:
  %last = getelementptr [33 x i32], ptr %array, i64 0, i64 3
  %v = load i32, ptr %last
  ret i32 %v
}
declare i32 @__cleave_lane()
declare void @__cleave_work_group_barrier() convergent
