; A value that crosses a barrier and is the same for all work-items has one place in the frame of a
; sub-group, not one for each lane.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=together %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; The place depends on the number of the sub-group, and not on the lane's.
; CHECK: %[[FIRST:.*]] = mul i32 %1, 8
; CHECK: %[[FIRST:.*]] = mul i32 %1, 8
; CHECK-NEXT: %[[ITEMS:.*]] = zext i32 %[[FIRST]] to i64
; CHECK-NEXT: %[[BYTES:.*]] = mul i64 %[[ITEMS]], 4
; CHECK-NEXT: %[[LEADER:.*]] = getelementptr i8, ptr %{{.*}}, i64 %[[BYTES]]
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[LEADER]], i64 0
; CHECK: store i32 %{{.*}}, ptr %[[PLACE]]
; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %{{.*}}, i64 0
; CHECK: load i32, ptr %[[PLACE]]
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %v = load i32, ptr %context
  call void @__cleave_work_group_barrier()
  store volatile i32 %v, ptr %context
  ret void
}
declare ptr @__cleave_context()
declare void @__cleave_work_group_barrier()
