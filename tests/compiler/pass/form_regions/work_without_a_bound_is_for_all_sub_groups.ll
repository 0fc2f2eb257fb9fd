; If work-items with great ids write, return to a barrier of their own, or would read what perhaps none of
; them reads, the loop over the sub-groups has no limit.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: .limit
; CHECK: define void @__cleave_kernel_writes(
; CHECK: define void @__cleave_kernel_reads(
; CHECK: define void @__cleave_kernel_unknown(
define internal void @writes.body() "cleave-kernel"="writes" {
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr i32, ptr %context, i64 %id
  store i32 1, ptr %place
  call void @__cleave_work_group_barrier()
  %inside = icmp ult i64 %id, 4
  br i1 %inside, label %work, label %end
work:
  store i32 2, ptr %place
  br label %end
end:
  store i32 3, ptr %place
  ret void
}
define internal void @reads.body() "cleave-kernel"="reads" {
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr i32, ptr %context, i64 %id
  store i32 1, ptr %place
  call void @__cleave_work_group_barrier()
  %inside = icmp ult i64 %id, 4
  br i1 %inside, label %end, label %beyond
beyond:
  %far = getelementptr i32, ptr %context, i64 1000000
  %v = load i32, ptr %far
  %is = icmp eq i32 %v, 0
  br i1 %is, label %work, label %end
work:
  store i32 2, ptr %place
  br label %end
end:
  ret void
}
define internal void @unknown.body() "cleave-kernel"="unknown" {
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr i32, ptr %context, i64 %id
  store i32 1, ptr %place
  call void @__cleave_work_group_barrier()
  %v = load i32, ptr %place
  %is = icmp eq i32 %v, 0
  br i1 %is, label %work, label %end
work:
  store i32 2, ptr %place
  br label %end
end:
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
