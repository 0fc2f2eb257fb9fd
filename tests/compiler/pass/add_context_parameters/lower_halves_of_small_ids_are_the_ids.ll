; The lower half of a small id is the id, which is computed in 32 bits. Of others it is cut off. Local ids are always small.
; RUN: cleave-opt --passes=add_context_parameters --small-ids %s | FileCheck --check-prefixes=CHECK,SMALL %s
; RUN: cleave-opt --passes=add_context_parameters %s | FileCheck --check-prefixes=CHECK,LARGE %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; SMALL: %[[FIRST:.*]] = add nuw nsw i32
; SMALL: %[[ID:.*]] = add nuw nsw i32 %[[FIRST]]
; LARGE: %[[FIRST:.*]] = add i64
; LARGE: %[[WIDE:.*]] = add i64 %[[FIRST]]
; LARGE-NEXT: %[[ID:.*]] = trunc i64 %[[WIDE]] to i32
; CHECK-NEXT: store volatile i32 %[[ID]]
; CHECK: %[[LOCAL:.*]] = trunc nuw nsw i64 %{{.*}} to i32
; CHECK-NEXT: store volatile i32 %[[LOCAL]]
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i32 @__cleave_lower_global_id(i32 0)
  store volatile i32 %id, ptr null
  %local = call i32 @__cleave_lower_local_id(i32 1)
  store volatile i32 %local, ptr null
  ret void
}
declare i32 @__cleave_lower_global_id(i32) memory(none)
declare i32 @__cleave_lower_local_id(i32) memory(none)
