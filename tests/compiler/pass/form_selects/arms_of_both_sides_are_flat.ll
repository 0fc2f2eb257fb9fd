; A border that mirrors: `if (x < 0) x = -x; else if (x >= w) x = 2 * w - 2 - x`. What depends on w alone costs no lane
; anything, and the inner branch is a select before the outer one is looked at.
; RUN: cleave-opt --passes=form_selects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @mirrored
; CHECK-NOT: br i1
; CHECK: %[[UPPER:.+]] = select i1 %beyond, i32 %back, i32 %lane
; CHECK-NEXT: %[[X:.+]] = select i1 %below, i32 %minus, i32 %[[UPPER]]
; CHECK-NEXT: ret i32 %[[X]]
define internal i32 @mirrored(i32 %w) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %below = icmp slt i32 %lane, 0
  br i1 %below, label %left, label %right
left:
  %minus = sub i32 0, %lane
  br label %end
right:
  %beyond = icmp sge i32 %lane, %w
  br i1 %beyond, label %mirror, label %end
mirror:
  %twice = shl i32 %w, 1
  %last = add i32 %twice, -2
  %other = xor i32 %last, %w
  %more = add i32 %other, %w
  %back = sub i32 %more, %lane
  br label %end
end:
  %x = phi i32 [ %minus, %left ], [ %lane, %right ], [ %back, %mirror ]
  ret i32 %x
}

; The end of the inner branch has a block of its own, which belongs to the outer arm.
; CHECK-LABEL: @nested
; CHECK-NOT: br i1
; CHECK: select i1 %inner
; CHECK: select i1 %outer
define internal i32 @nested(i32 %w) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %outer = icmp ult i32 %lane, 2
  br i1 %outer, label %first, label %second
first:
  %inner = icmp eq i32 %lane, 1
  br i1 %inner, label %aside, label %joined
aside:
  %sum = add i32 %lane, %w
  br label %joined
joined:
  %s = phi i32 [ %sum, %aside ], [ %lane, %first ]
  br label %end
second:
  %d = sub i32 %lane, %w
  br label %end
end:
  %x = phi i32 [ %s, %joined ], [ %d, %second ]
  ret i32 %x
}

; Two arms of much arithmetic stay under their masks.
; CHECK-LABEL: @much
; CHECK-NOT: = select
define internal i32 @much(i32 %w) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %w
  br i1 %c, label %first, label %second
first:
  %a = add i32 %lane, 3
  %b = mul i32 %a, %lane
  %e = xor i32 %b, %a
  %f = shl i32 %e, %a
  br label %end
second:
  %g = sub i32 %lane, %w
  %h = mul i32 %g, %lane
  %i = or i32 %h, %g
  br label %end
end:
  %x = phi i32 [ %f, %first ], [ %i, %second ]
  ret i32 %x
}
declare i32 @__cleave_lane() memory(none)
