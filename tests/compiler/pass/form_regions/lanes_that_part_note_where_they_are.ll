; An active barrier in a branch: each lane keeps the continuation that it goes on from, a region runs those
; that stand at its own, and the least of all continuations is next. A loop gets a barrier at its end, so that
; no lane is an iteration ahead.
; RUN: cleave-opt --passes=form_regions --width=4 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: icmp eq <4 x i32> %{{.*}}, splat (i32 1)
; CHECK: bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[HEAD:.*]] = load i32, ptr
; CHECK: icmp eq i32 %[[HEAD]], 1
; CHECK: store i32 %[[NEXT:.*]], ptr
; CHECK: call i32 @llvm.umin.i32(i32 %{{.*}}, i32 %[[NEXT]])
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK: call i32 @k.body.region1(
; CHECK: call i32 @k.body.region2(
; CHECK-NEXT: store
; CHECK-NOT: call i32 @k.body.region3(
define internal void @k.body() "cleave-kernel"="k" {
entry:
  %out = call ptr @__cleave_context()
  %n = load i32, ptr %out
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %some, label %latch
some:
  call void @__cleave_active_barrier()
  %lanes = call i64 @__cleave_active_lanes()
  store i64 %lanes, ptr %out
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare void @__cleave_active_barrier()
declare i64 @__cleave_active_lanes()
declare ptr @__cleave_context()
