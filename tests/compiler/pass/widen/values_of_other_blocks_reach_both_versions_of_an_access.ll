; A value that another block left in a variable is loaded in both versions of a versioned access, and
; again behind them.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [4 x i32] [i32 7, i32 3, i32 9, i32 1], align 16
@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.scatter
define internal void @lanes(i32 %m) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %low = and i32 %lane, %m
  %large = icmp sgt i32 %v, 2
  br i1 %large, label %first, label %end
first:
  %place = zext i32 %low to i64
  %to = getelementptr i32, ptr @out, i64 %place
  store i32 %v, ptr %to
  %further = getelementptr i32, ptr %to, i64 4
  store i32 %v, ptr %further
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 3)
  call void @lanes(i32 1)
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 9, i32 3, i32 9, i32 0, i32 9, i32 3, i32 9, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
