; An access to contiguous elements is one vector access; under a mask a masked one.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[ALL:.*]] = load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: store <4 x i32> %[[ALL]]
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(
; CHECK: call void @llvm.masked.store.v4i32.p0(
define internal void @lanes(ptr %in, ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %to = getelementptr i32, ptr %out, i64 %index
  %v = load i32, ptr %from
  store i32 %v, ptr %to
  %few = icmp ult i32 %lane, %n
  br i1 %few, label %some.lanes, label %end
some.lanes:
  %again = load i32, ptr %from
  store i32 %again, ptr %to
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
