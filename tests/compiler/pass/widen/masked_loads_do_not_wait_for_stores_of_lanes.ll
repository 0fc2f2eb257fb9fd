; Some processors make masked loads wait for all stores before them. If lanes store or add to locations of
; their own, what lies on one page is loaded as a whole: a lane runs, so that the page is there.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [4 x i32] [i32 3, i32 1, i32 3, i32 0], align 64
@counts = global [4 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes()
; CHECK: and i64 %{{.*}}, 4095
; CHECK: icmp ule i64 %{{.*}}, 4080
; CHECK: one.page:
; CHECK-NEXT: load <4 x i32>
; CHECK: two.pages:
; CHECK-NEXT: call <4 x i32> @llvm.masked.load
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %some = icmp ne i32 %lane, 1
  br i1 %some, label %runs, label %end
runs:
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr @in, i64 %index
  %number = load i32, ptr %from
  %place = sext i32 %number to i64
  %count = getelementptr i32, ptr @counts, i64 %place
  %old = atomicrmw add ptr %count, i32 1 monotonic
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @counts
  %wrong = icmp ne <4 x i32> %all, <i32 1, i32 0, i32 0, i32 2>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
