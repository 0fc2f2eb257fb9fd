; The last one that runs wins of lanes 0 to 2, which store to the same address.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: call i4 @llvm.ctlz.i4(
; CHECK: store i32 %{{.*}}, ptr @out
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %small = icmp ult i32 %lane, 3
  br i1 %small, label %stores, label %end
stores:
  %v = add i32 %lane, 10
  store i32 %v, ptr @out
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 12, i32 0, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
