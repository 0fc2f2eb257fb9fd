; The loop halves the size of the work-group until nothing is left: for 8 work-items it has three
; iterations, each with its barrier. Where the size is not known it stays a loop.
; RUN: cleave-opt --passes=unroll_loops --local-size=8,1,1 %s | FileCheck %s
; RUN: cleave-opt --passes=unroll_loops %s | FileCheck --check-prefix=ANY %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @tree(
; CHECK-NOT: phi
; CHECK-COUNT-3: call void @__cleave_work_group_barrier()
; CHECK-NOT: call void @__cleave_work_group_barrier()
; CHECK: ret void
; ANY-LABEL: define void @tree(
; ANY: phi i32
; ANY-COUNT-1: call void @__cleave_work_group_barrier()
; ANY-NOT: call void @__cleave_work_group_barrier()
; ANY: ret void
define void @tree(ptr %places) {
entry:
  %size = call i64 @__cleave_local_size(i32 0)
  %few = trunc i64 %size to i32
  %first = lshr i32 %few, 1
  %id = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr i32, ptr %places, i64 %id
  br label %test
test:
  %half = phi i32 [ %first, %entry ], [ %next, %end.of.turn ]
  %is.over = icmp eq i32 %half, 0
  br i1 %is.over, label %end, label %turn
turn:
  call void @__cleave_work_group_barrier()
  %wide = zext i32 %half to i64
  %has.part = icmp ult i64 %id, %wide
  br i1 %has.part, label %add, label %end.of.turn
add:
  %other = getelementptr i32, ptr %own, i64 %wide
  %a = load i32, ptr %own
  %b = load i32, ptr %other
  %sum = add i32 %a, %b
  store i32 %sum, ptr %own
  br label %end.of.turn
end.of.turn:
  %next = lshr i32 %half, 1
  br label %test
end:
  ret void
}
declare i64 @__cleave_local_size(i32) memory(none) nounwind willreturn
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
declare void @__cleave_work_group_barrier() convergent
