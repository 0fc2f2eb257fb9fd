; The code that the lock guards goes round to the same header as an attempt that failed: the pass makes two
; loops of that one before lanes run together, one that spins and one around it.
; RUN: cleave-opt --passes=serialise_locks %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @release_inside(
; CHECK: lane:
; CHECK: cmpxchg
; CHECK: atomicrmw xchg
; CHECK: lane.done:
define internal void @release_inside(ptr %lock, ptr %sum, i32 %count) "cleave-lanes"="4" {
entry:
  br label %loop
loop:
  %left = phi i32 [ %count, %entry ], [ %left, %loop ], [ %fewer, %section ]
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %section, label %loop
section:
  %seen = load i32, ptr %sum
  %more = add i32 %seen, 1
  store i32 %more, ptr %sum
  %given = atomicrmw xchg ptr %lock, i32 0 monotonic
  %fewer = sub i32 %left, 1
  %goes.on = icmp ne i32 %fewer, 0
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}
