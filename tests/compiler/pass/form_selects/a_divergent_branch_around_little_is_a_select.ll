; Both arms of the branch are computed, and lanes choose: first where the branch is taken, then where it is not, then
; two in a row.
; RUN: cleave-opt --passes=form_selects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i32 @taken(
; CHECK: %sum = add i32 %lane, %x
; CHECK-NEXT: %[[CHOSEN:.*]] = select i1 %c, i32 %sum, i32 %x
; CHECK-NEXT: ret i32 %[[CHOSEN]]
define internal i32 @taken(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %aside, label %end
aside:
  %sum = add i32 %lane, %x
  br label %end
end:
  %r = phi i32 [ %sum, %aside ], [ %x, %entry ]
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @not_taken(
; CHECK: select i1 %c, i32 %x, i32 %sum
define internal i32 @not_taken(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %end, label %aside
aside:
  %sum = add i32 %lane, %x
  br label %end
end:
  %r = phi i32 [ %sum, %aside ], [ %x, %entry ]
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @two(
; CHECK-NOT: br i1
; CHECK: select i1 %c, i32 %more, i32 %x
; CHECK-NOT: br i1
; CHECK: select i1 %d, i32 %less, i32
; CHECK-NOT: br i1
define internal i32 @two(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %first, label %middle
first:
  %more = add i32 %lane, %x
  br label %middle
middle:
  %m = phi i32 [ %more, %first ], [ %x, %entry ]
  %d = icmp ugt i32 %lane, %m
  br i1 %d, label %second, label %end
second:
  %less = sub i32 %m, %lane
  br label %end
end:
  %r = phi i32 [ %less, %second ], [ %m, %middle ]
  ret i32 %r
}
declare i32 @__cleave_lane() memory(none)
