; Lane 0 leaves both loops in the first iteration of the outer one, with the value 10; lane 3 in its
; fourth, with 13. No lane's value is lost when others enter the inner loop again.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes()
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  br label %outer
outer:
  %turn = phi i32 [ 0, %entry ], [ %next.turn, %again ]
  br label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %next, %stays ]
  %found = icmp eq i32 %turn, %lane
  br i1 %found, label %leave, label %stays
stays:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %inner, label %again
again:
  %next.turn = add i32 %turn, 1
  br label %outer
leave:
  %result = phi i32 [ %turn, %inner ]
  %shown = add i32 %result, 10
  %place = getelementptr i32, ptr @out, i32 %lane
  store i32 %shown, ptr %place
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 10, i32 11, i32 12, i32 13>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
