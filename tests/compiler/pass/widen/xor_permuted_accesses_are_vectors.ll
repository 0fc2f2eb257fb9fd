; a[id ^ s] with a uniform s is one vector access; the low bits of s permute its elements.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17], align 32
@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: gather
; CHECK: %[[ROWS:.*]] = and i32 %1, -4
; CHECK: %[[FIRST:.*]] = xor i32 %{{.*}}, %[[ROWS]]
; CHECK: load <4 x i32>
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK-NOT: scatter
; CHECK: call void @llvm.masked.store.v4i32
define internal void @lanes(i32 %number, i32 %swap) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %first = shl i32 %number, 2
  %id = or disjoint i32 %first, %lane
  %other = xor i32 %id, %swap
  %index = zext i32 %other to i64
  %from = getelementptr i32, ptr @data, i64 %index
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr @out, i64 %index
  %small = icmp ult i32 %lane, 2
  br i1 %small, label %there, label %end
there:
  store i32 %v, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 0, i32 6)
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 16, i32 17>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
