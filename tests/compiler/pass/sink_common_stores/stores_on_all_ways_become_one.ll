; A store that is the last one on every way into a block, to one address, moves into that block, though each
; way computes the address itself.
; RUN: cleave-opt --passes=sink_common_stores %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: few:
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: %[[VALUE:.*]] = phi i32 [ %n, %many ], [ 1, %few ]
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr i32, ptr %out, i64 %index
; CHECK-NEXT: store i32 %[[VALUE]], ptr %[[PLACE]], align 4
; CHECK-NEXT: ret void
define internal void @lanes(ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %is_less = icmp ult i32 %lane, %n
  br i1 %is_less, label %few, label %many
few:
  %here = getelementptr inbounds i32, ptr %out, i64 %index
  store i32 1, ptr %here, align 8
  br label %end
many:
  %there = getelementptr i32, ptr %out, i64 %index
  store i32 %n, ptr %there, align 4
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
