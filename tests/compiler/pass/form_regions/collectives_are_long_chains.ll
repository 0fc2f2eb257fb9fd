; Four scans, one after another, take as long as a long chain of operations: eight sub-groups run as one, and
; the steps of each fill the others' waits. So do as many in a loop, where a single reduction is enough. Two
; scans are over before.
; RUN: cleave-opt --passes=form_regions --width=16 --lanes=rows --jam-x=16 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @brief.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @long.body.region0(
; CHECK: call range(i32 0, 8) i32 @__cleave_part()
; CHECK-LABEL: define internal i32 @loop.body.region0(
; CHECK: call range(i32 0, 8) i32 @__cleave_part()
define internal void @brief.body() "cleave-kernel"="brief" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr i32, ptr %data, i64 %x
  %v0 = load i32, ptr %own
  %v1 = call i32 @__cleave_sub_group_scan_inclusive_add_i32(i32 %v0)
  %v2 = call i32 @__cleave_sub_group_scan_inclusive_add_i32(i32 %v1)
  store i32 %v2, ptr %own
  ret void
}

define internal void @long.body() "cleave-kernel"="long" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr i32, ptr %data, i64 %x
  %v0 = load i32, ptr %own
  %v1 = call i32 @__cleave_sub_group_scan_inclusive_add_i32(i32 %v0)
  %v2 = call i32 @__cleave_sub_group_scan_inclusive_add_i32(i32 %v1)
  %v3 = call i32 @__cleave_sub_group_scan_inclusive_add_i32(i32 %v2)
  %v4 = call i32 @__cleave_sub_group_scan_inclusive_add_i32(i32 %v3)
  store i32 %v4, ptr %own
  ret void
}

define internal void @loop.body() "cleave-kernel"="loop" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr i32, ptr %data, i64 %x
  %first = load i32, ptr %own
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %next_turn, %loop ]
  %sum = phi i32 [ %first, %entry ], [ %next, %loop ]
  %all = call i32 @__cleave_sub_group_reduce_add_i32(i32 %sum)
  %next = add i32 %sum, %all
  %next_turn = add i32 %turn, 1
  %again = icmp ult i32 %next_turn, 100
  br i1 %again, label %loop, label %end
end:
  store i32 %next, ptr %own
  ret void
}

declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32)
declare i32 @__cleave_sub_group_scan_inclusive_add_i32(i32) convergent memory(none)
declare i32 @__cleave_sub_group_reduce_add_i32(i32) convergent memory(none)
