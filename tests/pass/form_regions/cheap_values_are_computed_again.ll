; Ids, addresses and constants need no frame.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: %[[DOUBLE:.*]] = shl i32 %{{.*}}, 1
; CHECK: store i32 %[[DOUBLE]]
; CHECK: "cleave-frame-bytes"="0"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %id = call i32 @__cleave_local_linear_id()
  %double = shl i32 %id, 1
  store i32 %double, ptr %context
  call void @__cleave_work_group_barrier()
  store i32 %double, ptr %context
  ret void
}
declare void @__cleave_work_group_barrier()
declare i32 @__cleave_local_linear_id()
declare ptr @__cleave_context()
