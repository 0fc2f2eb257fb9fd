; Each barrier is a continuation of its own; the code behind both is in both regions.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0
; CHECK: store volatile i32 1
; CHECK: store volatile i32 2
; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: store volatile i32 3
; CHECK-LABEL: define internal i32 @k.body.region2
; CHECK: store volatile i32 3
; CHECK-LABEL: define void @__cleave_kernel_k
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %uniform = load volatile i1, ptr %context
  br i1 %uniform, label %left, label %right
left:
  store volatile i32 1, ptr %context
  call void @__cleave_work_group_barrier()
  br label %join
right:
  store volatile i32 2, ptr %context
  call void @__cleave_work_group_barrier()
  br label %join
join:
  store volatile i32 3, ptr %context
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
