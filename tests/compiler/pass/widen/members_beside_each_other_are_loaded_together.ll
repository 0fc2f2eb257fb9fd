; Two of every four elements are loaded by each lane: one stretch of memory, taken apart by shuffles. What
; lies behind the last element that a lane loads is not touched. Stores to all of a stretch are plain, to a
; part of it masked.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [16 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7,
                         i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15]
@out = global [8 x i32] zeroinitializer, align 64
@spread = global [12 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes()
; CHECK: load <4 x i32>
; CHECK: load <4 x i32>
; CHECK: load <4 x i32>
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %{{.*}}, <4 x i1> <i1 true, i1 true, i1 true, i1 false>
; CHECK-NOT: gather
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}} <4 x i1> <i1 true, i1 false, i1 false, i1 true>)
; CHECK-NOT: scatter
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %four = shl nuw nsw i32 %lane, 2
  %index = zext i32 %four to i64
  %first = getelementptr i32, ptr @in, i64 %index
  %third = getelementptr i8, ptr %first, i64 8
  %a = load i32, ptr %first, align 4
  %c = load i32, ptr %third, align 4
  %two = shl nuw nsw i32 %lane, 1
  %even = zext i32 %two to i64
  %behind = or disjoint i32 %two, 1
  %odd = zext i32 %behind to i64
  %to_even = getelementptr i32, ptr @out, i64 %even
  %to_odd = getelementptr i32, ptr @out, i64 %odd
  store i32 %c, ptr %to_even, align 4
  store i32 %a, ptr %to_odd, align 4
  %three = mul nuw nsw i32 %lane, 3
  %place = zext i32 %three to i64
  %to = getelementptr i32, ptr @spread, i64 %place
  store i32 7, ptr %to, align 4
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <8 x i32>, ptr @out, align 2
  %wrong = icmp ne <8 x i32> %all, <i32 2, i32 0, i32 6, i32 4, i32 10, i32 8, i32 14, i32 12>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %thirds = load <12 x i32>, ptr @spread, align 2
  %bad = icmp ne <12 x i32> %thirds, <i32 7, i32 0, i32 0, i32 7, i32 0, i32 0, i32 7, i32 0, i32 0, i32 7, i32 0, i32 0>
  %any = call i1 @llvm.vector.reduce.or.v12i1(<12 x i1> %bad)
  %both = or i1 %some, %any
  %code = zext i1 %both to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i1 @llvm.vector.reduce.or.v12i1(<12 x i1>)
declare i32 @__cleave_lane() memory(none)
