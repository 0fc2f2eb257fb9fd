; Lanes 0 and 1 leave by one way, each in its iteration; the others by the way that all lanes would take
; together, in an iteration in which the first two are not there any more. What says which way it was
; differs from lane to lane, although the ways bring constants.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK-DAG: select <4 x i1> %{{.*}}, <4 x i32> splat (i32 5), <4 x i32>
; CHECK-DAG: select <4 x i1> %{{.*}}, <4 x i32> splat (i32 2), <4 x i32>
define internal void @lanes(i32 %n) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr @out, i64 %index
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %next = add i32 %i, 1
  %enough = icmp eq i32 %i, %n
  br i1 %enough, label %end, label %more
more:
  %mine = icmp eq i32 %i, %lane
  br i1 %mine, label %end, label %loop
end:
  %way = phi i32 [ 5, %loop ], [ 2, %more ]
  store i32 %way, ptr %address
  ret void
}
define i32 @main() {
  call void @lanes(i32 2)
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 2, i32 2, i32 5, i32 5>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
