; A kernel that asks for the size of its sub-group, or combines values of one, could tell that the last
; sub-group of each row lacks lanes: these go on in the next row, as OpenCL C says.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=ragged %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-DAG: define internal i32 @asks.body.region0(ptr noundef %0, i32 noundef %1)
; CHECK-DAG: define internal i32 @combines.body.region0(ptr noundef %0, i32 noundef %1)
; CHECK-DAG: define internal i32 @neither.body.region0(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4)
define internal void @asks.body() "cleave-kernel"="asks" {
  %size = call i32 @__cleave_sub_group_size()
  store volatile i32 %size, ptr null
  ret void
}
define internal void @combines.body() "cleave-kernel"="combines" {
  %id = call i64 @__cleave_local_id(i32 0)
  %value = trunc i64 %id to i32
  %sum = call i32 @__cleave_sub_group_reduce_add_i32(i32 %value)
  store volatile i32 %sum, ptr null
  ret void
}
define internal void @neither.body() "cleave-kernel"="neither" {
  %id = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %id, ptr null
  ret void
}
declare i32 @__cleave_sub_group_size()
declare i32 @__cleave_sub_group_reduce_add_i32(i32) convergent memory(none)
declare i64 @__cleave_local_id(i32) memory(none)
