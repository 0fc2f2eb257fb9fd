; Atomic operations on local memory are loads and stores, in each part for itself: the part's accesses before them come
; before, and those behind them come behind. Members of a structure do not become a group across them.
; RUN: cleave-opt --passes=widen --width=4 --lanes=rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; Before: in both parts.
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK-NOT: <4 x i32>, ptr addrspace(3)
; The atomic operations: of each part four loads and stores.
; CHECK-COUNT-8: store i32 %{{.*}}, ptr addrspace(3)
; CHECK-NOT: store i32
; Behind: what they have left.
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: store <4 x i32>
; CHECK: ret void
define internal void @lanes(ptr addrspace(3) %local, ptr addrspace(1) %out) #0 {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %row = mul nsw i32 %part, 4
  %start = zext i32 %row to i64
  %own = zext i32 %lane to i64
  %i = add i64 %start, %own
  %pair = getelementptr { i32, i32 }, ptr addrspace(3) %local, i64 %i
  %second = getelementptr i8, ptr addrspace(3) %pair, i64 4
  %x = load i32, ptr addrspace(3) %pair
  %bin = getelementptr i32, ptr addrspace(3) %local, i32 %x
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  %y = load i32, ptr addrspace(3) %second
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %y, ptr addrspace(1) %to
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_part()
attributes #0 = { "cleave-lanes"="4" "cleave-parts"="2" }
