; [sub-group][slot][lane]: 4 bytes for each lane, lanes beside each other.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0
; The frames of the launch; a sub-group's part begins at its first work-item times 4.
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %0, i64 184
; CHECK: %[[FRAMES:.*]] = load ptr, ptr %[[FIELD]]
; CHECK: mul i64 %{{.*}}, 4
; CHECK: %[[VALUE:.*]] = load volatile i32, ptr
; CHECK: %[[LANE:.*]] = zext i32 %{{.*}} to i64
; CHECK: mul i64 %[[LANE]], 4
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, align 4
; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: mul i64 %{{.*}}, 4
; CHECK: load i32, ptr %{{.*}}, align 4
; CHECK: store volatile i32
; CHECK: "cleave-frame-bytes"="4"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %v = load volatile i32, ptr %context
  call void @__cleave_work_group_barrier()
  store volatile i32 %v, ptr %context
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
