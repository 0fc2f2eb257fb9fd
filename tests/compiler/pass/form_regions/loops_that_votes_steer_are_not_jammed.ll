; A vote decides when the loop ends: jammed sub-groups, whose votes differ, would run it under masks. Where the vote is
; only counted, two and more run as one.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-x=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @steered.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @counted.body.region0(
; CHECK: call range(i32 0, 4) i32 @__cleave_part()
define internal void @steered.body() "cleave-kernel"="steered" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul i64 %i, 64
  %place = add i64 %row, %x
  %at = getelementptr i32, ptr %data, i64 %place
  %v = load i32, ptr %at
  %vote = call i32 @__cleave_sub_group_any_i32(i32 %v)
  %next = add i64 %i, 1
  %goes.on = icmp ne i32 %vote, 0
  br i1 %goes.on, label %loop, label %end
end:
  %own = getelementptr i64, ptr %data, i64 %x
  store i64 %next, ptr %own
  ret void
}
define internal void @counted.body() "cleave-kernel"="counted" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %row = mul i64 %i, 64
  %place = add i64 %row, %x
  %at = getelementptr i32, ptr %data, i64 %place
  %v = load i32, ptr %at
  %vote = call i32 @__cleave_sub_group_any_i32(i32 %v)
  %more = add i32 %sum, %vote
  %next = add i64 %i, 1
  %goes.on = icmp ult i64 %next, 100
  br i1 %goes.on, label %loop, label %end
end:
  %own = getelementptr i32, ptr %data, i64 %x
  store i32 %more, ptr %own
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32)
declare i32 @__cleave_sub_group_any_i32(i32) convergent memory(none)
