; The loop is left with what its header had in the same iteration: what the next iteration gets is written
; after it has been read. Lane l leaves with l + 4, not with l + 5.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes()
; CHECK: select <4 x i1>
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %shown = phi i32 [ 4, %entry ], [ %next.shown, %latch ]
  %next = add i32 %i, 1
  %next.shown = add i32 %next, 4
  br label %latch
latch:
  %again = icmp ule i32 %next, %lane
  br i1 %again, label %loop, label %end
end:
  %left = phi i32 [ %shown, %latch ]
  store i32 %left, ptr %address
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 4, i32 5, i32 6, i32 7>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
