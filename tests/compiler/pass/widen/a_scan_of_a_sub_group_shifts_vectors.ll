; Each lane with that 1, 2, … W/2 lanes before it; an exclusive scan begins with the identity.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [4 x i32] [i32 5, i32 3, i32 9, i32 7], align 16
@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> splat (i32 2147483647), <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> splat (i32 2147483647), <4 x i32> <i32 4, i32 5, i32 0, i32 1>
; CHECK-NOT: extractelement
; CHECK: ret void
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr @in, i64 %index
  %x = load i32, ptr %from
  %least = call i32 @__cleave_sub_group_scan_inclusive_smin_i32(i32 %x)
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %least, ptr %to
  %before = call i32 @__cleave_sub_group_scan_exclusive_add_i32(i32 %x)
  %next = getelementptr i32, ptr %to, i64 4
  store i32 %before, ptr %next
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 5, i32 3, i32 3, i32 3, i32 0, i32 5, i32 8, i32 17>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i32 @__cleave_sub_group_scan_inclusive_smin_i32(i32) convergent memory(none)
declare i32 @__cleave_sub_group_scan_exclusive_add_i32(i32) convergent memory(none)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
