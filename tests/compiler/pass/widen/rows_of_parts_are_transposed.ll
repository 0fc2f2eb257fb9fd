; Sub-groups that run together access neighbours where their lanes stand far apart: each lane's are
; a vector, turned to what each sub-group has by shuffles.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [16 x i32] [i32 0, i32 1, i32 2, i32 3, i32 10, i32 11, i32 12, i32 13, i32 20, i32 21, i32 22, i32 23, i32 30, i32 31, i32 32, i32 33], align 64
@out = global [16 x i32] zeroinitializer, align 64
@back = global [16 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: gather
; CHECK-NOT: scatter
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: load <4 x i32>
; CHECK: ret void
define internal void @lanes(i32 %n) "cleave-lanes"="4" "cleave-parts"="4" {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %row = mul nuw nsw i32 %part, %n
  %from = add nuw nsw i32 %row, %lane
  %from.index = zext i32 %from to i64
  %source = getelementptr i32, ptr @data, i64 %from.index
  %v = load i32, ptr %source
  %column = mul nuw nsw i32 %lane, %n
  %to = add nuw nsw i32 %column, %part
  %to.index = zext i32 %to to i64
  %target = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %target
  %again = load i32, ptr %target
  %there = getelementptr i32, ptr @back, i64 %from.index
  store i32 %again, ptr %there
  ret void
}
define i32 @main() {
  call void @lanes(i32 4)
  %all = load <16 x i32>, ptr @out
  %wrong = icmp ne <16 x i32> %all, <i32 0, i32 10, i32 20, i32 30, i32 1, i32 11, i32 21, i32 31, i32 2, i32 12, i32 22, i32 32, i32 3, i32 13, i32 23, i32 33>
  %some = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %wrong)
  %data = load <16 x i32>, ptr @data
  %back = load <16 x i32>, ptr @back
  %lost = icmp ne <16 x i32> %data, %back
  %any = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %lost)
  %bad = or i1 %some, %any
  %code = zext i1 %bad to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare i32 @__cleave_lane() memory(none)
declare i32 @__cleave_part() memory(none)
