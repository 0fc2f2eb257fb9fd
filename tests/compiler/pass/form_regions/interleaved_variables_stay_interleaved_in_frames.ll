; A variable that outlives its region and lies lane beside lane does so in the frame: the next lane's
; elements are 4 bytes further.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: %[[LANE:.*]] = call noundef range(i32 0, 8) i32 @__cleave_lane()
; CHECK: %[[NUMBER:.*]] = zext i32 %[[LANE]] to i64
; CHECK: mul i64 %[[NUMBER]], 4
; CHECK: "cleave-frame-bytes"="40"
define internal void @k.body() "cleave-kernel"="k" {
  %v = alloca [320 x i8], align 64, !cleave.interleaved !0
  store i32 1, ptr %v
  call void @__cleave_work_group_barrier()
  %got = load i32, ptr %v
  store volatile i32 %got, ptr null
  ret void
}
declare void @__cleave_work_group_barrier()
!0 = !{i64 4}
