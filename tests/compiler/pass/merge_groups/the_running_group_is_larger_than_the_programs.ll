; Ids of the program are those of its work-groups of 3 items; the running id, which says where a lane
; stands among those that run together, is that of the larger work-group.
; RUN: cleave-opt --passes=merge_groups --merged-size=3,1,1 --small-ids %s | FileCheck %s
; RUN: cleave-opt --passes=merge_groups %s | FileCheck %s --check-prefix=PLAIN
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @ids(
; CHECK: call i64 @__cleave_local_id(i32 0)
; CHECK: urem i32 %{{.*}}, 3
; CHECK: %[[RUNNING:.*]] = call i32 @__cleave_local_linear_id()
; CHECK-NEXT: store volatile i32 %[[RUNNING]]
; CHECK-NOT: call i32 @__cleave_running_linear_id
; PLAIN-LABEL: define void @ids(
; PLAIN: %[[RUNNING:.*]] = call i32 @__cleave_local_linear_id()
; PLAIN-NEXT: store volatile i32 %[[RUNNING]]
define void @ids(ptr %p) {
  %local = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %local, ptr %p
  %running = call i32 @__cleave_running_linear_id()
  store volatile i32 %running, ptr %p
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
declare i32 @__cleave_running_linear_id() memory(none)
