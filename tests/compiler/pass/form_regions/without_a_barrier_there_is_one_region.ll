; One loop over the lanes, no frame; the loop over sub-groups calls it directly.
; RUN: cleave-opt --passes=form_regions --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @__cleave_local_linear_id
; CHECK-LABEL: define internal i32 @k.body.region0(ptr noundef %0, i32 noundef %1)
; CHECK: lane:
; CHECK: add nuw i32
; CHECK: exit:
; CHECK-NOT: .region1
; CHECK: define void @__cleave_kernel_k(ptr %0) #[[ATTRIBUTES:[0-9]+]]
; CHECK: call i32 @k.body.region0(ptr %0, i32 %
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"cleave-frame-bytes"="0"
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i32 @__cleave_local_linear_id()
  %context = call ptr @__cleave_context()
  store i32 %id, ptr %context
  ret void
}
declare i32 @__cleave_local_linear_id()
declare ptr @__cleave_context()
