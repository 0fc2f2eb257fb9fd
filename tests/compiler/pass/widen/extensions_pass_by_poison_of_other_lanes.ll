; lane - 2 wraps around in lanes 0 and 1, which run but do not choose it: its extension in lanes 2 and 3
; is not that of lane 0 and the stride.
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i64] zeroinitializer, align 32

define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %small = icmp ult i32 %lane, 2
  %less = sub nuw i32 %lane, 2
  %word = zext i32 %less to i64
  %chosen = select i1 %small, i64 5, i64 %word
  %place = getelementptr i64, ptr @out, i32 %lane
  store i64 %chosen, ptr %place
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i64>, ptr @out
  %wrong = icmp ne <4 x i64> %all, <i64 5, i64 5, i64 0, i64 1>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
