; One byte for each lane says that it has ended: cleared at the start, set by a return, looked at by
; later regions.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0
; CHECK: store i8 0, ptr
; CHECK: store i8 1, ptr
; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: %[[ENDED:.*]] = load i8, ptr
; CHECK: %[[NOT:.*]] = icmp eq i8 %[[ENDED]], 0
; CHECK: br i1 %[[NOT]], label %continuation, label %lane.end
; CHECK: "cleave-frame-bytes"="1"
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i32 @__cleave_local_linear_id()
  %context = call ptr @__cleave_context()
  %leaves = icmp ugt i32 %id, 3
  br i1 %leaves, label %end, label %stay
stay:
  call void @__cleave_work_group_barrier()
  store volatile i32 1, ptr %context
  br label %end
end:
  ret void
}
declare void @__cleave_work_group_barrier()
declare i32 @__cleave_local_linear_id()
declare ptr @__cleave_context()
