; A divergent branch inside a uniform region opens a predicated region there. What ends with it is a
; blend of the lanes that came on either way, though all of them come from the uniform region.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[MANY:.*]] = icmp ugt i32 %3, 7
; CHECK: br i1 %[[MANY]], label %[[TO_LARGE:.*]], label %[[PAST:.*]]
; CHECK: large:
; CHECK: %[[POSITIVE:.*]] = icmp sgt <4 x i32>
; CHECK: %[[BOTH:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %[[POSITIVE]], <4 x i1> zeroinitializer
; CHECK: %[[LANES:.*]] = or <4 x i1> zeroinitializer, %[[BOTH]]
; CHECK: %[[OTHERS:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> poison
; CHECK: phi <4 x i32> [ %[[BLEND:.*]], %[[SOME:.*]] ], [ %[[OTHERS]], %positive ], [ %{{.*}}, %[[PAST]] ]
; CHECK: [[SOME]]:
; CHECK: call void @llvm.masked.store{{.*}}%[[LANES]]
; CHECK: %[[BLEND]] = select <4 x i1> %[[LANES]], <4 x i32> %{{.*}}, <4 x i32> %[[OTHERS]]
; CHECK: }
define internal void @lanes(ptr %in, ptr %out, i32 %n, i32 %m) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %to = getelementptr i32, ptr %out, i64 %index
  %is_less = icmp ult i32 %lane, %n
  br i1 %is_less, label %few, label %end
few:
  %many = icmp ugt i32 %m, 7
  br i1 %many, label %large, label %joined
large:
  %loaded = load i32, ptr %from
  %is_positive = icmp sgt i32 %loaded, 0
  br i1 %is_positive, label %positive, label %joined
positive:
  store i32 0, ptr %from
  %next = add i32 %lane, 1
  br label %joined
joined:
  %value = phi i32 [ %next, %positive ], [ %lane, %large ], [ %lane, %few ]
  %sum = add i32 %value, %m
  store i32 %sum, ptr %to
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
