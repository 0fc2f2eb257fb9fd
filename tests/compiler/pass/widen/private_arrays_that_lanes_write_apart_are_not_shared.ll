; Each lane needs a copy of its own where lanes write different values, where only some of them write, and where some
; have left the loop in which the others still write.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 16

; CHECK-LABEL: define internal void @different_values(
; CHECK: %array = alloca [64 x i8], align 64
define internal void @different_values(i64 %which) "cleave-lanes"="4" {
  %array = alloca [4 x i32]
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %array, i64 %which
  store i32 %lane, ptr %at
  %value = load i32, ptr %at
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %value, ptr %to
  ret void
}
; CHECK-LABEL: define internal void @some_lanes(
; CHECK: %array = alloca [64 x i8], align 64
define internal void @some_lanes(i64 %which) "cleave-lanes"="4" {
  %array = alloca [4 x i32]
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %array, i64 %which
  store i32 1, ptr %at
  %is.low = icmp ult i32 %lane, 2
  br i1 %is.low, label %low, label %end
low:
  store i32 2, ptr %at
  br label %end
end:
  %value = load i32, ptr %at
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %value, ptr %to
  ret void
}
; CHECK-LABEL: define internal void @remaining_lanes(
; CHECK: %array = alloca [64 x i8], align 64
define internal void @remaining_lanes(i64 %which) "cleave-lanes"="4" {
entry:
  %array = alloca [4 x i32]
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %array, i64 %which
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %turn, ptr %at
  %next = add i32 %turn, 1
  %stays = icmp ult i32 %turn, %lane
  br i1 %stays, label %loop, label %end
end:
  %value = load i32, ptr %at
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %index
  store i32 %value, ptr %to
  ret void
}
define i1 @differs(<4 x i32> %right) {
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, %right
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  ret i1 %some
}
define i32 @main() {
  call void @different_values(i64 2)
  %a = call i1 @differs(<4 x i32> <i32 0, i32 1, i32 2, i32 3>)
  call void @some_lanes(i64 2)
  %b = call i1 @differs(<4 x i32> <i32 2, i32 2, i32 1, i32 1>)
  call void @remaining_lanes(i64 2)
  %c = call i1 @differs(<4 x i32> <i32 0, i32 1, i32 2, i32 3>)
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  %code = zext i1 %abc to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
