; If every row is a whole number of sub-groups, the entry tells each where its first lane stands: nobody
; divides, and no lane is beyond the end.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4)
; CHECK: %[[FIRST:.*]] = and i32 %2, -8
; CHECK: %[[LANE:.*]] = call noundef range(i32 0, 8) i32 @__cleave_lane()
; CHECK: add nuw nsw i32 %[[FIRST]], %[[LANE]]
; CHECK-NOT: icmp
; CHECK: ret i32
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK: call i32 @k.body.region0(ptr %0, i32 %{{.*}}, i32 %x{{.*}}, i32 %y{{.*}}, i32 %z{{.*}})
; CHECK: add nuw nsw i32 %x{{.*}}, 8
define internal void @k.body() "cleave-kernel"="k" {
  %id = call i64 @__cleave_local_id(i32 0)
  store volatile i64 %id, ptr null
  ret void
}
declare i64 @__cleave_local_id(i32) memory(none)
