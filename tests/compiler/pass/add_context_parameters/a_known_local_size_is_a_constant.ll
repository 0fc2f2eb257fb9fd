; Code for one local size does not ask for it, also where the dimension is a variable.
; RUN: cleave-opt --passes=add_context_parameters --local-size=48,4,1 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: %[[Y:.*]] = icmp eq i32 %d, 1
; CHECK: %[[ELSE:.*]] = select i1 %[[Y]], i64 4, i64 1
; CHECK: %[[X:.*]] = icmp eq i32 %d, 0
; CHECK: %[[ANY:.*]] = select i1 %[[X]], i64 48, i64 %[[ELSE]]
; CHECK: mul i64 %{{.*}}, 48
; CHECK: store volatile i64 48
; CHECK: store volatile i64 4
; CHECK: store volatile i64 %[[ANY]]
define internal void @k.body(i32 %d) "cleave-kernel"="k" {
  %any = call i64 @__cleave_local_size(i32 %d)
  %id = call i64 @__cleave_global_id(i32 0)
  %x = call i64 @__cleave_local_size(i32 0)
  %y = call i64 @__cleave_enqueued_local_size(i32 1)
  store volatile i64 %x, ptr null
  store volatile i64 %y, ptr null
  store volatile i64 %any, ptr null
  store volatile i64 %id, ptr null
  ret void
}
declare i64 @__cleave_local_size(i32) memory(none)
declare i64 @__cleave_enqueued_local_size(i32) memory(none)
declare i64 @__cleave_global_id(i32) memory(none)
