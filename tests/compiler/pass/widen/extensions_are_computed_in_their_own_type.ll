; lane - 2 does not wrap around in lanes 2 and 3, which run; in lane 0 it does, and its extension
; would be 2^32 too large for them.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes()
; CHECK: some:
; CHECK: zext i32 0 to i64
; CHECK-NEXT: sub i64 %{{.*}}, 2
; CHECK: call void @llvm.masked.store
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %large = icmp ugt i32 %lane, 1
  br i1 %large, label %runs, label %end
runs:
  %less = sub nuw i32 %lane, 2
  %word = zext i32 %less to i64
  %place = getelementptr i32, ptr @out, i64 %word
  store i32 5, ptr %place
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 5, i32 5, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
