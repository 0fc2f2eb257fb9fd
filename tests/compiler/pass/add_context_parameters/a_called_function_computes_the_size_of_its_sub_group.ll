; A sub-group has as many work-items as the sub-groups before it leave of the work-group, at most W. In
; kernels the call stays: regions know the answer.
; RUN: cleave-opt --passes=add_context_parameters --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: call i32 @__cleave_sub_group_size()
; CHECK-LABEL: define internal i32 @asks(ptr %0, i32 %1,
; CHECK: %[[NUMBER:.*]] = udiv i32 %1, 8
; CHECK: %[[BEFORE:.*]] = mul i32 %[[NUMBER]], 8
; CHECK: %[[REST:.*]] = sub i32 %{{.*}}, %[[BEFORE]]
; CHECK: call i32 @llvm.umin.i32(i32 %[[REST]], i32 8)
define internal void @k.body() "cleave-kernel"="k" {
  %a = call i32 @__cleave_sub_group_size()
  %b = call i32 @asks()
  store volatile i32 %a, ptr null
  ret void
}
define i32 @asks() {
  %size = call i32 @__cleave_sub_group_size()
  ret i32 %size
}
declare i32 @__cleave_sub_group_size() memory(none)
