; LLVM freezes an id before it takes the remainder and what is left of it. Ids are always defined, so
; that the index in a sub-group is still known to be the lane.
; RUN: cleave-opt --passes=form_regions,simplify --width=16 --lanes=rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = external global [16 x i32]

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: %[[LANE:.*]] = {{.*}}call noundef range(i32 0, 16) i32 @__cleave_lane()
; CHECK-NOT: freeze
; CHECK: %[[INDEX:.*]] = zext nneg i32 %[[LANE]] to i64
; CHECK: getelementptr {{.*}}@table, i64 %[[INDEX]]
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i32 @__cleave_local_linear_id()
  %frozen = freeze i32 %id
  %place = urem i32 %frozen, 16
  %index = zext i32 %place to i64
  %to = getelementptr i32, ptr @table, i64 %index
  store volatile i32 %frozen, ptr %to
  ret void
}
declare i32 @__cleave_local_linear_id() memory(none)
