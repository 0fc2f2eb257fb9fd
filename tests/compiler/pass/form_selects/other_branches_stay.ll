; A branch on a uniform condition stays a branch; so does one around accesses, divisions, much arithmetic or a
; loop.
; RUN: cleave-opt --passes=form_selects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: = select
define internal i32 @uniform(i32 %x, i32 %y) "cleave-lanes"="4" {
entry:
  %c = icmp ult i32 %y, %x
  br i1 %c, label %aside, label %end
aside:
  %sum = add i32 %y, %x
  br label %end
end:
  %r = phi i32 [ %sum, %aside ], [ %x, %entry ]
  ret i32 %r
}
define internal i32 @load(i32 %x, ptr %p) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %aside, label %end
aside:
  %there = load i32, ptr %p
  br label %end
end:
  %r = phi i32 [ %there, %aside ], [ %x, %entry ]
  ret i32 %r
}
define internal i32 @division(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %aside, label %end
aside:
  %quotient = udiv i32 %lane, 7
  br label %end
end:
  %r = phi i32 [ %quotient, %aside ], [ %x, %entry ]
  ret i32 %r
}
define internal i32 @much(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %c = icmp ult i32 %lane, %x
  br i1 %c, label %aside, label %end
aside:
  %a = add i32 %lane, %x
  %b = xor i32 %a, 5
  %d = shl i32 %b, 2
  %e = sub i32 %d, %lane
  br label %end
end:
  %r = phi i32 [ %e, %aside ], [ %x, %entry ]
  ret i32 %r
}
define internal i32 @loop(i32 %x) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  br label %head
head:
  %i = phi i32 [ %lane, %entry ], [ %less, %aside ]
  %c = icmp ult i32 %i, %x
  br i1 %c, label %aside, label %end
aside:
  %less = add i32 %i, 3
  br label %head
end:
  ret i32 %i
}
declare i32 @__cleave_lane() memory(none)
