; LLVM freezes an id before it takes a remainder of a sum with it. Ids are always defined, and behind a freeze
; nobody would know that they do not wrap around from lane to lane.
; RUN: cleave-opt --passes=add_context_parameters --small-ids %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK-NOT: freeze
; CHECK: %[[ID:.*]] = zext nneg i32 %{{.*}} to i64
; CHECK: add i64 %[[ID]], 1
; CHECK: ret void
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i64 @__cleave_global_id(i32 0)
  %frozen = freeze i64 %id
  %sum = add i64 %frozen, 1
  %rest = urem i64 %sum, 3
  store volatile i64 %rest, ptr null
  ret void
}
declare i64 @__cleave_global_id(i32) memory(none)
