; Ids, addresses and constants need no frame.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
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
