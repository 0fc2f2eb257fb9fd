; The source of each lane is known, so no index is computed.
; RUN: cleave-opt --passes=widen,optimise %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @crossed(
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK-NOT: extractelement
define void @crossed(ptr %in, ptr %out) "cleave-lanes"="8" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %other = xor i32 %lane, 1
  %y = call i32 @__cleave_active_shuffle_i32(i32 %x, i32 %other)
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %y, ptr %to
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_active_shuffle_i32(i32, i32) convergent memory(none)
