; Whether lanes are contiguous in a[clamp(i, 0, n)] is asked of the first and the last number, as
; scalars: the last one may be beyond 32 bits.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@out = global [32 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[FIRST:.*]] = freeze i32
; CHECK: %[[WIDE:.*]] = sext i32 %[[FIRST]] to i64
; CHECK: %[[LAST:.*]] = add i64 %[[WIDE]], 3
; CHECK: %[[LEAST:.*]] = add i64 %[[WIDE]], 0
; CHECK: %[[BEGUN:.*]] = icmp sle i64 0, %[[LEAST]]
; CHECK: %[[BEGINS:.*]] = and i1 true, %[[BEGUN]]
; CHECK: %[[MOST:.*]] = add i64 %[[LAST]], 0
; CHECK: %[[ENDED:.*]] = icmp sle i64 %[[MOST]],
; CHECK: %[[BOTH:.*]] = and i1 %[[BEGINS]], %[[ENDED]]
; CHECK: %[[IN_ROW:.*]] = freeze i1 %[[BOTH]]
; CHECK: br i1 %[[IN_ROW]]
; CHECK: contiguous:
; CHECK: load <4 x i32>
; CHECK: apart:
; CHECK: call <4 x i32> @llvm.masked.gather
define internal void @lanes(i32 %first, i32 %most, i32 %place) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %number = add i32 %first, %lane
  %below = call i32 @llvm.smin.i32(i32 %number, i32 %most)
  %clamped = call i32 @llvm.smax.i32(i32 %below, i32 0)
  %index = zext nneg i32 %clamped to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %at = add nuw nsw i32 %place, %lane
  %to.index = zext i32 %at to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  ret void
}

; The numbers that are asked are those of the block that clamps.
; CHECK-LABEL: define internal void @later(
; CHECK: %[[NUMBER:.*]] = sub i32 %{{.*}}, 3
; CHECK: access:
; CHECK: %[[FROZEN:.*]] = freeze i32 %[[NUMBER]]
; CHECK: %[[LONG:.*]] = sext i32 %[[FROZEN]] to i64
; CHECK: icmp sle i64 0,
; CHECK: br i1
define internal void @later(i32 %begin, i32 %most, i32 %place, i1 %reads) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = add i32 %begin, %lane
  %number = sub i32 %id, 3
  %last = add i32 %most, -1
  %below = call i32 @llvm.smin.i32(i32 %number, i32 %last)
  %clamped = call i32 @llvm.smax.i32(i32 %below, i32 0)
  br i1 %reads, label %access, label %end
access:
  %index = zext nneg i32 %clamped to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %at = add nuw nsw i32 %place, %lane
  %to.index = zext i32 %at to i64
  %to = getelementptr i32, ptr @out, i64 %to.index
  store i32 %v, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 0, i32 7, i32 0)
  call void @lanes(i32 4, i32 7, i32 4)
  call void @lanes(i32 5, i32 7, i32 8)
  call void @lanes(i32 -1, i32 7, i32 12)
  call void @lanes(i32 2147483645, i32 7, i32 16)
  call void @lanes(i32 -9, i32 7, i32 20)
  call void @later(i32 4, i32 8, i32 24, i1 true)
  call void @later(i32 2, i32 8, i32 28, i1 true)
  %all = load <32 x i32>, ptr @out
  %wrong = icmp ne <32 x i32> %all, <i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 15, i32 16, i32 17, i32 17, i32 10, i32 10, i32 11, i32 12, i32 17, i32 17, i32 17, i32 10, i32 10, i32 10, i32 10, i32 10, i32 11, i32 12, i32 13, i32 14, i32 10, i32 10, i32 11, i32 12>
  %some = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i1 @llvm.vector.reduce.or.v32i1(<32 x i1>)
declare i32 @__cleave_lane() memory(none)
