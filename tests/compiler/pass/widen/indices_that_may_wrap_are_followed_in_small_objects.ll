; lane + n may wrap around between lanes. Two that both access an object of less than 2^31 bytes would lie
; further apart than it is long: among the lanes that run the index grows by one. Here lanes 2 and 3 run, and
; lane 0's index is 2^32 - 2: as a number of 32 bits, -2.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
; RUN: cleave-opt --passes=widen %s | FileCheck --check-prefix=LARGE %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[OFFSET:.*]] = sext i32 %{{.*}} to i64
; CHECK: %[[FIRST:.*]] = getelementptr i32, ptr @out, i64 %[[OFFSET]]
; CHECK: call void @llvm.masked.store
; CHECK-NOT: scatter
; LARGE-LABEL: define internal void @lanes(
; LARGE: masked.scatter
define internal void @lanes(i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %sum = add i32 %lane, %n
  %wide = zext i32 %sum to i64
  %small = icmp ult i32 %sum, 4
  br i1 %small, label %runs, label %end
runs:
  %place = getelementptr i32, ptr @out, i64 %wide
  store i32 5, ptr %place
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 -2)
  %all = load <4 x i32>, ptr @out, align 2
  %wrong = icmp ne <4 x i32> %all, <i32 5, i32 5, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
