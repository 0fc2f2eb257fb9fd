; Two steps for clusters of four; lanes that do not run change nothing.
; RUN: cleave-opt --passes=widen,optimise %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @clusters(
; CHECK: %[[A:.*]] = shufflevector <8 x i32> %[[X:.*]], <8 x i32> poison, <8 x i32> <i32 2, i32 3, i32 0, i32 1, i32 6, i32 7, i32 4, i32 5>
; CHECK: %[[B:.*]] = add <8 x i32> {{.*}}%[[A]]
; CHECK: %[[C:.*]] = shufflevector <8 x i32> %[[B]], <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: add <8 x i32> {{.*}}%[[C]]
; CHECK-NOT: shufflevector
; CHECK: ret void
define void @clusters(ptr %in, ptr %out) "cleave-lanes"="8" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %sum = call i32 @__cleave_active_clustered_add_i32(i32 %x, i32 4)
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %sum, ptr %to
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_active_clustered_add_i32(i32, i32) convergent memory(none)
