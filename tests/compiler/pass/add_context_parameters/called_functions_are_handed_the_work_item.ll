; Context, linear id and the three local ids follow the arguments, through every level of calls.
; RUN: cleave-opt --passes=add_context_parameters --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @__cleave_group_id
; CHECK-LABEL: define internal void @k.body
; CHECK-DAG: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK-DAG: %[[LINEAR:.*]] = call i32 @__cleave_local_linear_id()
; CHECK-DAG: %[[X:.*]] = call i64 @__cleave_local_id(i32 0)
; CHECK-DAG: %[[Y:.*]] = call i64 @__cleave_local_id(i32 1)
; CHECK-DAG: %[[Z:.*]] = call i64 @__cleave_local_id(i32 2)
; CHECK: call i64 @outer(i32 7, ptr %[[CONTEXT]], i32 %[[LINEAR]], i64 %[[X]], i64 %[[Y]], i64 %[[Z]])
define internal void @k.body() "cleave-kernel"="k" {
  %v = call i64 @outer(i32 7)
  ret void
}
define i64 @outer(i32 %a) {
  %v = call i64 @inner()
  ret i64 %v
}
; CHECK-LABEL: define internal i64 @inner(ptr %0, i32 %1, i64 %2, i64 %3, i64 %4)
; CHECK: ret i64 %3
; CHECK-LABEL: define internal i64 @outer(i32 %0, ptr %1, i32 %2, i64 %3, i64 %4, i64 %5)
; CHECK: call i64 @inner(ptr %1, i32 %2, i64 %3, i64 %4, i64 %5)
define i64 @inner() memory(none) {
  %v = call i64 @__cleave_local_id(i32 1)
  ret i64 %v
}
declare i64 @__cleave_local_id(i32) memory(none)
