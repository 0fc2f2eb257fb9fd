; A work-group of one item needs no barrier, and functions of groups give its own value; the fences
; beside barriers are left. Larger work-groups keep their barriers.
; RUN: cleave-opt --passes=merge_groups --merged-size=1,1,1 --merged-whole %s | FileCheck %s
; RUN: cleave-opt --passes=merge_groups --merged-size=2,1,1 --merged-whole %s | FileCheck %s --check-prefix=TWO
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @meets(
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: store volatile i64 0
; CHECK-NEXT: store volatile i64 1
; CHECK-NEXT: ret void
; TWO: call void @__cleave_work_group_barrier()
define void @meets(ptr %p) {
  fence syncscope("workgroup") release
  call void @__cleave_work_group_barrier()
  fence syncscope("workgroup") acquire
  %local = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %local, ptr %p
  %size = call i64 @__cleave_local_size(i32 0)
  store volatile i64 %size, ptr %p
  ret void
}

; CHECK-LABEL: define i32 @sums(
; CHECK-NEXT: %[[BEFORE:.*]] = add i32 %x, 0
; CHECK-NEXT: ret i32 %[[BEFORE]]
define i32 @sums(i32 %x) {
  %sum = call i32 @__cleave_sub_group_reduce_add_i32(i32 %x)
  %before = call i32 @__cleave_sub_group_scan_exclusive_add_i32(i32 %x)
  %both = add i32 %sum, %before
  ret i32 %both
}

declare void @__cleave_work_group_barrier()
declare i64 @__cleave_local_id(i32) memory(none)
declare i64 @__cleave_local_size(i32) memory(none)
declare i32 @__cleave_sub_group_reduce_add_i32(i32)
declare i32 @__cleave_sub_group_scan_exclusive_add_i32(i32)
