; Lane 0 does not run and would divide by zero: such lanes divide by one. A constant stays one, unless some dividend traps.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[BY:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: udiv <4 x i32> splat (i32 12), %[[BY]]
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %end, label %divides
divides:
  %v = udiv i32 12, %lane
  store i32 %v, ptr %address
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @constants(
; CHECK: udiv <4 x i32> %[[X:[^,]*]], splat (i32 10)
; CHECK: srem <4 x i32> %[[X]], splat (i32 -3)
; CHECK: select i1 %{{.*}}, i32 -1, i32 1
; CHECK: sdiv <4 x i32> %[[X]],
define internal void @constants(ptr %numbers) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %numbers, i64 %index
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %end, label %divides
divides:
  %x = load i32, ptr %address
  %tenth = udiv i32 %x, 10
  %rest = srem i32 %x, -3
  %negative = sdiv i32 %x, -1
  %both = add i32 %tenth, %rest
  %all = add i32 %both, %negative
  store i32 %all, ptr %address
  br label %end
end:
  ret void
}
; A divisor that all lanes share stays a scalar.
; CHECK-LABEL: define internal void @common(
; CHECK: %[[BY:.*]] = select i1 %{{.*}}, i32 %{{.*}}, i32 1
; CHECK: %[[IN:.*]] = insertelement <4 x i32> poison, i32 %[[BY]], i64 0
; CHECK: %[[ALL:.*]] = shufflevector <4 x i32> %[[IN]], <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK: udiv <4 x i32> %{{.*}}, %[[ALL]]
define internal void @common(ptr %numbers, i32 %by) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %numbers, i64 %index
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %end, label %divides
divides:
  %x = load i32, ptr %address
  %quotient = udiv i32 %x, %by
  store i32 %quotient, ptr %address
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 0, i32 12, i32 6, i32 4>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
