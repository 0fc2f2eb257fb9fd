; A work-group of one work-item needs no barriers, and knows its local ids; the fences beside barriers
; are left. Larger ones keep both.
; RUN: cleave-opt --passes=single_item_groups --local-size=1,1,1 %s | FileCheck %s
; RUN: cleave-opt --passes=single_item_groups --local-size=2,1,1 %s | FileCheck %s --check-prefix=TWO
; RUN: cleave-opt --passes=single_item_groups %s | FileCheck %s --check-prefix=TWO
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @waits(
; CHECK-NEXT: store volatile i64 0
; CHECK-NEXT: store volatile i64 1
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: %group = call i64 @__cleave_group_id(i32 0)
; TWO: call i64 @__cleave_local_id(i32 0)
; TWO: call void @__cleave_work_group_barrier()
define void @waits(ptr %p) {
  %local = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %local, ptr %p
  %size = call i64 @__cleave_local_size(i32 0)
  store volatile i64 %size, ptr %p
  fence syncscope("workgroup") release
  call void @__cleave_work_group_barrier()
  fence syncscope("workgroup") acquire
  %group = call i64 @__cleave_group_id(i32 0)
  store volatile i64 %group, ptr %p
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
declare i64 @__cleave_local_size(i32) memory(none)
declare i64 @__cleave_group_id(i32) memory(none)
declare void @__cleave_work_group_barrier() convergent
