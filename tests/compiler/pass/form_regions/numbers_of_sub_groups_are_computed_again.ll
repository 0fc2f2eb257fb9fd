; A division by a power of two is a shift: an address that follows from the sub-group's number needs no frame.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: %[[NUMBER:.*]] = udiv i32 %{{.*}}, 8
; CHECK: %[[PLACE:.*]] = getelementptr i32, ptr %{{.*}}, i32 %[[NUMBER]]
; CHECK: store i32 2, ptr %[[PLACE]]
; CHECK: "cleave-frame-bytes"="0"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %id = call i32 @__cleave_local_linear_id()
  %number = udiv i32 %id, 8
  %place = getelementptr i32, ptr %context, i32 %number
  store i32 1, ptr %place
  call void @__cleave_work_group_barrier()
  store i32 2, ptr %place
  ret void
}
declare void @__cleave_work_group_barrier()
declare i32 @__cleave_local_linear_id()
declare ptr @__cleave_context()
