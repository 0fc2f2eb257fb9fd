; A branch that is hardly ever taken costs less than even one operation for all lanes.
; RUN: cleave-opt --passes=form_selects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @rarely
; CHECK-NOT: = select
; CHECK-LABEL: @sometimes
; CHECK: = select
define internal i32 @rarely(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %aside, label %end, !prof !0
aside:
  %sum = add i32 %lane, %x
  br label %end
end:
  %r = phi i32 [ %sum, %aside ], [ %x, %entry ]
  ret i32 %r
}
define internal i32 @sometimes(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %aside, label %end, !prof !1
aside:
  %sum = add i32 %lane, %x
  br label %end
end:
  %r = phi i32 [ %sum, %aside ], [ %x, %entry ]
  ret i32 %r
}
declare i32 @__cleave_lane() memory(none)
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 1, i32 9}
