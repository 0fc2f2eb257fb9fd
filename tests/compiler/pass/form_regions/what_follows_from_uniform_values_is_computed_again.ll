; However long it took to compute what all work-items share, it is kept once: what each adds to it needs no frame.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: %[[PLACE:.*]] = getelementptr {{.*}}{ i32 }, ptr %2, i32 0, i32 0
; CHECK: load i32, ptr %[[PLACE]]
; CHECK: %[[OWN:.*]] = add i32 %shared{{.*}}, %{{.*}}
; CHECK: store volatile i32 %[[OWN]]
; CHECK: "cleave-frame-bytes"="0"
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %lane = call i32 @__cleave_local_linear_id()
  %v = load i32, ptr %context
  %shared = mul i32 %v, %v
  %own = add i32 %shared, %lane
  call void @__cleave_work_group_barrier()
  store volatile i32 %own, ptr %context
  ret void
}
declare ptr @__cleave_context()
declare i32 @__cleave_local_linear_id()
declare void @__cleave_work_group_barrier()
