; If a picture is made larger, a[id / 2], lanes are closer than contiguous ones: they are never one apart, so
; the check is for near ones. The same for a divisor that the launch brings. A quotient of what lanes have far
; apart may be anywhere.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @halves(
; CHECK: br i1 %{{.*}}, label %near, label %apart
; CHECK: near:
; CHECK: call <8 x i32> @llvm.x86.avx2.permd
; CHECK: apart:
; CHECK: call <8 x i32> @llvm.masked.gather
define internal void @halves(i32 %first, i32 %row, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %half = lshr i32 %id, 1
  %place = add nuw nsw i32 %half, %row
  %index = zext nneg i32 %place to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %stored = getelementptr i32, ptr %to, i32 %id
  store i32 %v, ptr %stored
  ret void
}
; CHECK-LABEL: define internal void @parts(
; CHECK: br i1 %{{.*}}, label %near, label %apart
define internal void @parts(i32 %first, i32 %divisor, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %part = udiv i32 %id, %divisor
  %index = zext nneg i32 %part to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %stored = getelementptr i32, ptr %to, i32 %id
  store i32 %v, ptr %stored
  ret void
}
; CHECK-LABEL: define internal void @rows(
; CHECK-NOT: label %near
; CHECK: ret void
define internal void @rows(i32 %first, i32 %divisor, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %line = mul nuw nsw i32 %id, 100
  %part = udiv i32 %line, %divisor
  %index = zext nneg i32 %part to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %stored = getelementptr i32, ptr %to, i32 %id
  store i32 %v, ptr %stored
  ret void
}

; One index for all pixels: half of the column, which is a remainder, added to where the row begins.
; CHECK-LABEL: define internal void @halves_of_columns(
; CHECK: br i1 %{{.*}}, label %near, label %apart
define internal void @halves_of_columns(i32 %first, i32 %width, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %x = urem i32 %id, %width
  %y = udiv i32 %id, %width
  %half = lshr i32 %x, 1
  %row = mul nuw nsw i32 %y, 100
  %place = add nuw nsw i32 %row, %half
  %index = zext nneg i32 %place to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %stored = getelementptr i32, ptr %to, i32 %id
  store i32 %v, ptr %stored
  ret void
}

; Every second column of a row.
; CHECK-LABEL: define internal void @doubles_of_columns(
; CHECK: br i1 %{{.*}}, label %near, label %apart
define internal void @doubles_of_columns(i32 %first, i32 %width, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %x = urem i32 %id, %width
  %double = shl nuw nsw i32 %x, 1
  %index = zext nneg i32 %double to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %stored = getelementptr i32, ptr %to, i32 %id
  store i32 %v, ptr %stored
  ret void
}

; Whole columns are contiguous, or they are not.
; CHECK-LABEL: define internal void @columns(
; CHECK-NOT: label %near
; CHECK: ret void
define internal void @columns(i32 %first, i32 %width, ptr %from, ptr %to) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %x = urem i32 %id, %width
  %y = udiv i32 %id, %width
  %row = mul nuw nsw i32 %y, 100
  %place = add nuw nsw i32 %row, %x
  %index = zext nneg i32 %place to i64
  %address = getelementptr i32, ptr %from, i64 %index
  %v = load i32, ptr %address
  %stored = getelementptr i32, ptr %to, i32 %id
  store i32 %v, ptr %stored
  ret void
}
declare i32 @__cleave_lane() memory(none)
