; All lanes that come to the array write the same to it, so one copy is enough, and what they load from it is one
; scalar. Lane 3 does not come there.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 16

; CHECK-LABEL: define internal void @lanes(
; CHECK: %stack = alloca [4 x i32], align 64
; CHECK: store i32 %{{.*}}, ptr %stack
; CHECK: %value = load i32, ptr %at, align 4{{$}}
define internal void @lanes(i32 %first, i64 %which) "cleave-lanes"="4" "cleave-unordered" {
  %stack = alloca [4 x i32]
  %lane = call i32 @__cleave_lane()
  %comes = icmp ult i32 %lane, 3
  br i1 %comes, label %there, label %end
there:
  store i32 %first, ptr %stack
  %second = add i32 %first, 10
  %top = getelementptr i32, ptr %stack, i64 1
  store i32 %second, ptr %top
  %at = getelementptr i32, ptr %stack, i64 %which
  %value = load i32, ptr %at
  %sum = add i32 %value, %lane
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %sum, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 7, i64 1)
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 17, i32 18, i32 19, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
