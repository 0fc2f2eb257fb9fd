; If a launch promises that ids are small, their arithmetic says that it does not overflow: what a program
; computes from them in 32 bits can then be followed from lane to lane.
; RUN: cleave-opt --passes=add_context_parameters --small-ids %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: load i64, ptr %{{.*}}, !range ![[RANGE:.*]], !invariant.load
; CHECK: trunc nuw nsw i64 %{{.*}} to i32
; CHECK: %[[FIRST:.*]] = mul nuw nsw i32
; CHECK: %[[START:.*]] = add nuw nsw i32 %[[FIRST]],
; CHECK: %[[ID:.*]] = add nuw nsw i32 %[[START]],
; CHECK: zext nneg i32 %[[ID]] to i64
; CHECK: ![[RANGE]] = !{i64 0, i64 2147483648}
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i64 @__cleave_global_id(i32 0)
  store volatile i64 %id, ptr null
  ret void
}
declare i64 @__cleave_global_id(i32) memory(none)
