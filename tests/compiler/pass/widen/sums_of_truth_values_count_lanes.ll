; Lanes 1 and 3 keep their number and ask for room: their sum is a count of bits, and the sums before each
; lane are added in bytes. Lanes 0, 1 and 2 add 5 to one location: it is 5 times their count.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [4 x i32] [i32 5, i32 -3, i32 9, i32 -7], align 16
@out = global [12 x i64] zeroinitializer, align 64
@place = global i32 100

; CHECK-LABEL: define internal void @lanes(
; CHECK: call i32 @llvm.ctpop.i32(
; CHECK: shufflevector <4 x i8> %{{.*}}, <4 x i8> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: zext <4 x i8> %{{.*}} to <4 x i64>
; CHECK: zext <4 x i8> %{{.*}} to <4 x i64>
; CHECK: call i32 @llvm.ctpop.i32(
; CHECK: mul
; CHECK-NEXT: atomicrmw add ptr @place
define internal void @lanes(i32 %number) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr @in, i64 %index
  %x = load i32, ptr %from
  %keep = icmp slt i32 %x, 0
  %one = zext i1 %keep to i64
  %count = call i64 @__cleave_sub_group_reduce_add_i64(i64 %one)
  %to = getelementptr i64, ptr @out, i64 %index
  store i64 %count, ptr %to
  %before = call i64 @__cleave_sub_group_scan_exclusive_add_i64(i64 %one)
  %next = getelementptr i64, ptr %to, i64 4
  store i64 %before, ptr %next
  %upto = call i64 @__cleave_sub_group_scan_inclusive_add_i64(i64 %one)
  %last = getelementptr i64, ptr %to, i64 8
  store i64 %upto, ptr %last
  %some = icmp ult i32 %lane, 3
  br i1 %some, label %runs, label %end
runs:
  %unused = atomicrmw add ptr @place, i32 %number monotonic
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 5)
  %all = load <12 x i64>, ptr @out
  %wrong = icmp ne <12 x i64> %all, <i64 2, i64 2, i64 2, i64 2, i64 0, i64 0, i64 1, i64 1, i64 0, i64 1, i64 1, i64 2>
  %some = call i1 @llvm.vector.reduce.or.v12i1(<12 x i1> %wrong)
  %sum = load i32, ptr @place
  %bad = icmp ne i32 %sum, 115
  %either = or i1 %some, %bad
  %code = zext i1 %either to i32
  ret i32 %code
}
declare i64 @__cleave_sub_group_reduce_add_i64(i64) convergent memory(none)
declare i64 @__cleave_sub_group_scan_inclusive_add_i64(i64) convergent memory(none)
declare i64 @__cleave_sub_group_scan_exclusive_add_i64(i64) convergent memory(none)
declare i1 @llvm.vector.reduce.or.v12i1(<12 x i1>)
declare i32 @__cleave_lane() memory(none)
