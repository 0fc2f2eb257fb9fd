; A value that crosses a barrier and is the same for all work-items has one variable in the entry, not one
; for each sub-group or lane: sub-groups find what the region before left, and leave the same.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3)
; CHECK: %[[PLACE:.*]] = getelementptr {{.*}}{ i32 }, ptr %3, i32 0, i32 0
; CHECK: store i32 %{{.*}}, ptr %[[PLACE]]
; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: %[[PLACE:.*]] = getelementptr {{.*}}{ i32 }, ptr %2, i32 0, i32 0
; CHECK: load i32, ptr %[[PLACE]]
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK: call i32 @k.body.region0(ptr %0, i32 %{{.*}}, ptr %before, ptr %after)
; CHECK: %[[LEFT:.*]] = getelementptr {{.*}}{ i32 }, ptr %after
; CHECK: %[[VALUE:.*]] = load i32, ptr %[[LEFT]]
; CHECK: %[[FOUND:.*]] = getelementptr {{.*}}{ i32 }, ptr %before
; CHECK: store i32 %[[VALUE]], ptr %[[FOUND]]
; CHECK: "cleave-frame-bytes"="0"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %v = load i32, ptr %context
  call void @__cleave_work_group_barrier()
  store volatile i32 %v, ptr %context
  ret void
}
declare ptr @__cleave_context()
declare void @__cleave_work_group_barrier()
