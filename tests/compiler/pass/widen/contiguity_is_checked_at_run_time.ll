; Whether lanes are contiguous in a[i & m] depends on m. One check for a[i & m] and a[(i & m) + n]
; chooses between a vector access and a gather or scatter.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@out = global [16 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[INDEX:.*]] = freeze <4 x i32>
; CHECK: %[[ROW:.*]] = add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: icmp eq <4 x i32> %[[INDEX]], %[[ROW]]
; CHECK: %[[IN_ROW:.*]] = icmp eq i4 %{{.*}}, -1
; CHECK: br i1 %[[IN_ROW]]
; CHECK-NOT: freeze
; CHECK: contiguous:
; CHECK: load <4 x i32>
; CHECK: apart:
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: phi <4 x i32>
; CHECK: br i1 %[[IN_ROW]]
; CHECK: store <4 x i32>
; CHECK: call void @llvm.masked.scatter
define internal void @lanes(i32 %first, i32 %m, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %low = and i32 %id, %m
  %index = zext i32 %low to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %further = add nuw nsw i32 %low, %n
  %place = zext i32 %further to i64
  %to = getelementptr i32, ptr @out, i64 %place
  store i32 %v, ptr %to
  ret void
}
define i32 @main() {
  call void @lanes(i32 0, i32 7, i32 0)
  call void @lanes(i32 4, i32 5, i32 4)
  call void @lanes(i32 4, i32 15, i32 0)
  %all = load <16 x i32>, ptr @out
  %wrong = icmp ne <16 x i32> %all, <i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 14, i32 15, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare i32 @__cleave_lane() memory(none)
