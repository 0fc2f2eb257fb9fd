; Lanes 1, 2 and 3 add to one location: one atomic operation adds their sum, and each finds what it would have
; found after the lanes before it. The greatest of all is found first, too.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@sum = global i32 100
@greatest = global i32 2
@found = global [4 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes()
; CHECK: atomicrmw add ptr @sum, i32 %{{.*}} monotonic
; CHECK-NOT: atomicrmw add
; CHECK: atomicrmw umax ptr @greatest, i32 %{{.*}} monotonic
; CHECK-NOT: atomicrmw
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %some = icmp ne i32 %lane, 0
  br i1 %some, label %runs, label %end
runs:
  %old = atomicrmw add ptr @sum, i32 %lane monotonic
  %unused = atomicrmw umax ptr @greatest, i32 %lane monotonic
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @found, i64 %index
  store i32 %old, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @found, align 2
  %wrong = icmp ne <4 x i32> %all, <i32 0, i32 100, i32 101, i32 103>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %sum = load i32, ptr @sum
  %bad = icmp ne i32 %sum, 106
  %greatest = load i32, ptr @greatest
  %worse = icmp ne i32 %greatest, 3
  %either = or i1 %some, %bad
  %any = or i1 %either, %worse
  %code = zext i1 %any to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
