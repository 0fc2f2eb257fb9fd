; Loops that all lanes leave together, and those that they leave one by one, keep a number of copies for optimise.
; A request for all copies was met before, or cannot be.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @together(
; CHECK: br label %{{.*}}, !llvm.loop ![[TOGETHER:[0-9]+]]
; CHECK-LABEL: define internal void @apart(
; CHECK: br i1 %{{.*}}, label %iteration, label %loop.left, !llvm.loop ![[APART:[0-9]+]]
; CHECK-LABEL: define internal void @whole(
; CHECK-NOT: !llvm.loop
; CHECK: attributes
; CHECK: ![[TOGETHER]] = distinct !{![[TOGETHER]], ![[COUNT:[0-9]+]]}
; CHECK: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK: ![[APART]] = distinct !{![[APART]], ![[COUNT]]}
define internal void @together(ptr %p, i32 %n) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %p, i32 %lane
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %at
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
define internal void @apart(ptr %p) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %p, i32 %lane
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %at
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %lane
  br i1 %again, label %loop, label %end, !llvm.loop !3
end:
  ret void
}
define internal void @whole(ptr %p, i32 %n) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %p, i32 %lane
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %at
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end, !llvm.loop !4
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.unroll.count", i32 4}
!3 = distinct !{!3, !2}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.full"}
