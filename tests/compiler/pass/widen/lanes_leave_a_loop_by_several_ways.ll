; Even lanes find what they look for and leave in the middle, odd lanes run to the end; after the loop
; each goes its own way.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: br i1 %{{.*}}, label %iteration, label %loop.left
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  %found = icmp eq i32 %i, %lane
  %odd = trunc i32 %lane to i1
  %even = xor i1 %odd, true
  %leaves = and i1 %found, %even
  br i1 %leaves, label %middle, label %rest
rest:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 9
  br i1 %again, label %loop, label %end
middle:
  %here = add i32 %i, 100
  store i32 %here, ptr %address
  br label %return
end:
  store i32 %next, ptr %address
  br label %return
return:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 100, i32 9, i32 102, i32 9>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
