; It lies in the frame for good: 32 bytes for each lane, and no copy on the stack.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: alloca [8 x i32]
; CHECK-LABEL: define internal i32 @k.body.region0
; CHECK: mul i64 %{{.*}}, 32
; CHECK: store i32 5, ptr
; CHECK-LABEL: define internal i32 @k.body.region1
; CHECK: mul i64 %{{.*}}, 32
; CHECK: load i32, ptr
; CHECK: "cleave-frame-bytes"="32"
define internal void @k.body() "cleave-kernel"="k" {
  %array = alloca [8 x i32], align 4
  %context = call ptr @__cleave_context()
  %index = load volatile i64, ptr %context
  %element = getelementptr i32, ptr %array, i64 %index
  store i32 5, ptr %element
  call void @__cleave_work_group_barrier()
  %v = load i32, ptr %array
  store volatile i32 %v, ptr %context
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
