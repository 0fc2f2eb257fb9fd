; A work-item that wins at the first attempt does not enter the loop.
; RUN: cleave-opt --passes=serialise_locks %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: entry:
; CHECK-NEXT: br label %lane
; CHECK: br i1 {{.*}}, label %[[FIRST:.*]], label %lane.done
; CHECK: [[FIRST]]:
; CHECK-NEXT: atomicrmw xchg ptr %lock, i32 1
; CHECK: store i32 0, ptr %lock
; CHECK-NEXT: br label %lane.done
define internal void @lanes(ptr %lock, ptr %sum) "cleave-lanes"="4" {
entry:
  %taken = atomicrmw xchg ptr %lock, i32 1 monotonic
  %lost = icmp ne i32 %taken, 0
  br i1 %lost, label %spin, label %section
spin:
  %again = atomicrmw xchg ptr %lock, i32 1 monotonic
  %lost.again = icmp ne i32 %again, 0
  br i1 %lost.again, label %spin, label %section
section:
  %seen = load i32, ptr %sum
  %more = add i32 %seen, 1
  store i32 %more, ptr %sum
  store i32 0, ptr %lock
  ret void
}
