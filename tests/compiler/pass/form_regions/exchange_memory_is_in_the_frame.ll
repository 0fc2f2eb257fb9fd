; 16 bytes for each lane of the sub-group, 16 for each work-item of the work-group.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: "cleave-frame-bytes"="32"
define internal void @k.body() "cleave-kernel"="k" {
  %mine = call ptr @__cleave_sub_group_exchange()
  store volatile i32 1, ptr %mine
  call void @__cleave_work_group_barrier()
  %group = call ptr @__cleave_work_group_exchange()
  store volatile i32 2, ptr %group
  ret void
}
declare ptr @__cleave_sub_group_exchange()
declare ptr @__cleave_work_group_exchange()
declare void @__cleave_work_group_barrier()
