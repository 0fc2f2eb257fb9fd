; The first store waits for the other one of its pair. What is loaded from its location afterwards is not loaded with
; what was loaded between the two: it would be what stood there before.
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@out = global [8 x i32] zeroinitializer, align 32

define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %first = getelementptr { i32, i32 }, ptr @data, i64 %index
  %second = getelementptr i8, ptr %first, i64 4
  store i32 1, ptr %first
  %y = load i32, ptr %second
  store i32 2, ptr %second
  %x = load i32, ptr %first
  %to.x = getelementptr i32, ptr @out, i64 %index
  %to.y = getelementptr i8, ptr %to.x, i64 16
  store i32 %x, ptr %to.x
  store i32 %y, ptr %to.y
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 1, i32 1, i32 1, i32 1, i32 11, i32 13, i32 15, i32 17>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
