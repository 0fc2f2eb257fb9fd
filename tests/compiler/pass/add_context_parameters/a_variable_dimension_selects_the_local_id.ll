; Ids are values, not memory, so a variable dimension chooses between them.
; RUN: cleave-opt --passes=add_context_parameters --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i64 @asks(i32 %0, ptr %1, i32 %2, i64 %3, i64 %4, i64 %5)
; CHECK: %[[YZ:.*]] = select i1 %{{.*}}, i64 %4, i64 %5
; CHECK: %[[ID:.*]] = select i1 %{{.*}}, i64 %3, i64 %[[YZ]]
; CHECK: ret i64 %[[ID]]
define i64 @asks(i32 %d) {
  %id = call i64 @__cleave_local_id(i32 %d)
  ret i64 %id
}
define internal void @k.body() "cleave-kernel"="k" {
  %v = call i64 @asks(i32 0)
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
