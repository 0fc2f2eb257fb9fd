; The second lock is released behind the first one: a lane that still held it would be waited for
; by the next one.
; RUN: cleave-opt --passes=serialise_locks %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: lane:
; CHECK: cmpxchg ptr %first
; CHECK: cmpxchg ptr %second
; CHECK: atomicrmw xchg ptr %first
; CHECK: atomicrmw xchg ptr %second
; CHECK-NEXT: br label %lane.done
; CHECK-NOT: lane{{[0-9]}}:
define internal void @lanes(ptr %first, ptr %second) "cleave-lanes"="4" {
entry:
  br label %spin
spin:
  %pair = cmpxchg ptr %first, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %between, label %spin
between:
  br label %spin.again
spin.again:
  %pair.again = cmpxchg ptr %second, i32 0, i32 1 monotonic monotonic
  %won.again = extractvalue { i32, i1 } %pair.again, 1
  br i1 %won.again, label %section, label %spin.again
section:
  %given = atomicrmw xchg ptr %first, i32 0 monotonic
  %given.too = atomicrmw xchg ptr %second, i32 0 monotonic
  ret void
}
