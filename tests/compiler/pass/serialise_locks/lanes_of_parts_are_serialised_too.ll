; Two sub-groups that run together are eight lanes.
; RUN: cleave-opt --passes=serialise_locks %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: [[LANE:%.*]] = call i32 @__cleave_lane()
; CHECK: [[PART:%.*]] = call i32 @__cleave_part()
; CHECK: [[FIRST:%.*]] = mul i32 [[PART]], 4
; CHECK: add i32 [[FIRST]], [[LANE]]
; CHECK: icmp ult i32 {{.*}}, 8
define internal void @lanes(ptr %lock) "cleave-lanes"="4" "cleave-parts"="2" {
entry:
  br label %spin
spin:
  %taken = atomicrmw xchg ptr %lock, i32 1 monotonic
  %lost = icmp eq i32 %taken, 1
  br i1 %lost, label %spin, label %section
section:
  store volatile i32 0, ptr %lock
  ret void
}
