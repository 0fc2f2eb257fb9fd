; One thread runs a work-group, so atomics on its local memory are loads and stores: straight code where all
; lanes run, lane after lane in a loop where some do. Those on global memory stay atomic.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %0
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 4
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %0
; CHECK: load i32, ptr addrspace(3)
; CHECK: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: {{^lane[0-9]*}}:
; CHECK: %[[FOUND:.*]] = load i32, ptr addrspace(3) %{{.*}}
; CHECK: %[[SAME:.*]] = icmp eq i32 %[[FOUND]], 7
; CHECK: %[[LEFT:.*]] = select i1 %[[SAME]], i32 8, i32 %[[FOUND]]
; CHECK: store i32 %[[LEFT]], ptr addrspace(3) %{{.*}}
; CHECK: {{^lane[0-9]*}}:
; CHECK: cmpxchg ptr addrspace(1)
; CHECK: {{^lane[0-9]*}}:
; CHECK: atomicrmw add ptr addrspace(1) %{{.*}}, i32 1 monotonic
; CHECK: all.lanes:
; CHECK: some.lanes:
; CHECK: phi i4
define internal void @lanes(ptr addrspace(3) %local, ptr addrspace(1) %global, ptr %places) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %mine = getelementptr i32, ptr %places, i64 %index
  %place = load i32, ptr %mine
  %there = getelementptr i32, ptr addrspace(3) %local, i32 %place
  %far = getelementptr i32, ptr addrspace(1) %global, i32 %place
  %a = atomicrmw add ptr addrspace(3) %local, i32 1 monotonic
  %b = atomicrmw add ptr addrspace(3) %there, i32 1 monotonic
  %e = cmpxchg ptr addrspace(3) %there, i32 7, i32 8 monotonic monotonic
  %f = cmpxchg ptr addrspace(1) %far, i32 7, i32 8 monotonic monotonic
  %c = atomicrmw add ptr addrspace(1) %far, i32 1 monotonic
  %some = icmp ne i32 %place, 0
  br i1 %some, label %runs, label %end
runs:
  %d = atomicrmw add ptr addrspace(3) %there, i32 1 monotonic
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
