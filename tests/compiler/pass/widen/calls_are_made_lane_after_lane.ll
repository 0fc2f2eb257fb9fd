; An operation without a vector instruction is done once for each lane of the mask, from the lowest to the
; highest.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[BITS:.*]] = phi i4
; CHECK: %[[LANE:.*]] = call i4 @llvm.cttz.i4(i4 %[[BITS]], i1 true)
; CHECK: call i32 @note(i32 %{{.*}})
; CHECK: %[[LEFT:.*]] = and i4 %[[BITS]],
; CHECK: icmp eq i4 %[[LEFT]], 0
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %first = icmp eq i32 %lane, 1
  br i1 %first, label %end, label %calls
calls:
  %old = call i32 @note(i32 %lane)
  br label %end
end:
  ret void
}
; Notes the argument in the next place.
@count = global i64 0
define i32 @note(i32 %v) noinline {
  %n = load i64, ptr @count
  %place = getelementptr i32, ptr @out, i64 %n
  store i32 %v, ptr %place
  %next = add i64 %n, 1
  store i64 %next, ptr @count
  ret i32 %v
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 0, i32 2, i32 3, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
