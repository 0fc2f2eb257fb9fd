; Ids and sizes are those of the program's work-groups of 3 by 1 by 1 items.
; RUN: cleave-opt --passes=merge_groups --merged-size=3,1,1 --small-ids %s | FileCheck %s
; RUN: cleave-opt --passes=merge_groups %s | FileCheck %s --check-prefix=PLAIN
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @ids(
; CHECK: %[[ID:.*]] = call i64 @__cleave_local_id(i32 0)
; CHECK-NEXT: %[[NARROW:.*]] = trunc i64 %[[ID]] to i32
; CHECK-NEXT: %[[REST:.*]] = urem i32 %[[NARROW]], 3
; CHECK-NEXT: %[[LOCAL:.*]] = zext i32 %[[REST]] to i64
; CHECK-NEXT: store volatile i64 %[[LOCAL]]
; CHECK-NEXT: store volatile i64 1
; CHECK: udiv i32 %{{.*}}, 3
; CHECK: call i64 @__cleave_global_size(i32 0)
; CHECK: udiv i64 %{{.*}}, 3
; PLAIN: call i64 @__cleave_local_id(i32 0)
define void @ids(ptr %p) {
  %local = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %local, ptr %p
  %size = call i64 @__cleave_local_size(i32 1)
  store volatile i64 %size, ptr %p
  %group = call i64 @__cleave_group_id(i32 0)
  store volatile i64 %group, ptr %p
  %count = call i64 @__cleave_group_count(i32 0)
  store volatile i64 %count, ptr %p
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
declare i64 @__cleave_local_size(i32) memory(none)
declare i64 @__cleave_group_id(i32) memory(none)
declare i64 @__cleave_group_count(i32) memory(none)
