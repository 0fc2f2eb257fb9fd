; group id * enqueued size + offset + local id. In groups that are smaller the enqueued size still
; counts: it says where they begin.
; RUN: cleave-opt --passes=add_context_parameters %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: %[[ID:.*]] = call i64 @__cleave_local_id(i32 1)
; Group id and enqueued size of dimension 1.
; CHECK-DAG: getelementptr i8, ptr %{{.*}}, i64 136
; CHECK-DAG: getelementptr i8, ptr %{{.*}}, i64 64
; CHECK: %[[FIRST:.*]] = mul i64
; CHECK: %[[START:.*]] = add i64 %[[FIRST]],
; CHECK: add i64 %[[START]], %[[ID]]
; CHECK-NOT: call {{.*}}@__cleave_global_id
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i64 @__cleave_global_id(i32 1)
  store volatile i64 %id, ptr null
  ret void
}
declare i64 @__cleave_global_id(i32) memory(none)
