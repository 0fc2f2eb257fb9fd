; A value that all lanes of a sub-group get is one scalar: a branch on it stays a branch.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 16

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[SOME:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK: %[[VOTE:.*]] = zext i1 %[[SOME]] to i32
; CHECK: %[[HOLDS:.*]] = icmp ne i32 %[[VOTE]], 0
; CHECK: br i1 %[[HOLDS]]
define internal void @lanes(i32 %limit) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %above = icmp ugt i32 %lane, %limit
  %predicate = zext i1 %above to i32
  %vote = call i32 @__cleave_sub_group_any_i32(i32 %predicate)
  %holds = icmp ne i32 %vote, 0
  br i1 %holds, label %there, label %end
there:
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr @out, i64 %index
  %own = call i32 @__cleave_sub_group_broadcast_i32(i32 %lane, i32 %limit)
  store i32 %own, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 2)
  call void @lanes(i32 3)
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, splat (i32 2)
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i32 @__cleave_sub_group_any_i32(i32) convergent memory(none)
declare i32 @__cleave_sub_group_broadcast_i32(i32, i32) convergent memory(none)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
