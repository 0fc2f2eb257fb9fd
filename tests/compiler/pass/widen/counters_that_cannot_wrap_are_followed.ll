; A 32-bit counter that starts at the lane's number and grows by what lanes share, without wrapping
; around, is followed through its loop: what it addresses is contiguous in every iteration.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: scatter
; CHECK: call void @llvm.masked.store.v4i32.p0(
; CHECK-NOT: scatter
define internal void @lanes(i32 %n) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %any = icmp slt i32 %lane, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ %lane, %entry ], [ %next, %loop ]
  %index = sext i32 %i to i64
  %address = getelementptr i32, ptr @out, i64 %index
  store i32 %i, ptr %address
  %next = add nsw i32 %i, 4
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 6)
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
