; No loop over lanes: the region is written for one lane, and says how many there are. Lanes beyond
; the last work-item leave at once, with the number that decides nothing.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal i32 @k.body.region0(ptr noundef %0, i32 noundef %1) #[[LANES:.*]] {
; CHECK: %[[LANE:.*]] = call noundef range(i32 0, 8) i32 @__cleave_lane()
; CHECK: %[[INSIDE:.*]] = icmp ult i32 %[[LANE]],
; CHECK: br i1 %[[INSIDE]], label %lane, label %lane.end
; CHECK: lane.end:
; CHECK: phi i32 [ -1, %entry ], [ -1,
; CHECK: attributes #[[LANES]] = {{.*}}"cleave-lanes"="8"
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %id, ptr null
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
