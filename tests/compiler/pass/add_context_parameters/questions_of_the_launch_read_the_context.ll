; An array of three is indexed by the dimension, which may be variable.
; RUN: cleave-opt --passes=add_context_parameters --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i64 @asks(i32 %0, ptr %1, i32 %2, i64 %3, i64 %4, i64 %5)
; CHECK: %[[DIMENSION:.*]] = zext i32 %0 to i64
; CHECK: %[[OFFSET:.*]] = mul i64 %[[DIMENSION]], 8
; CHECK: load i64, ptr %{{.*}}, align 8, !invariant.load
; The sub-group size is a constant.
; CHECK: zext i32 8 to i64
define i64 @asks(i32 %d) {
  %size = call i64 @__cleave_global_size(i32 %d)
  store volatile i64 %size, ptr null
  %width = call i32 @__cleave_maximum_sub_group_size()
  %wide = zext i32 %width to i64
  ret i64 %wide
}
define internal void @k.body() "cleave-kernel"="k" {
  %v = call i64 @asks(i32 0)
  ret void
}
declare i64 @__cleave_global_size(i32) memory(none)
declare i32 @__cleave_maximum_sub_group_size() memory(none)
