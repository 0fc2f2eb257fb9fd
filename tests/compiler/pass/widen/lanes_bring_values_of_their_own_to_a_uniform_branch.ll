; Lanes that left a divergent loop in different iterations bring values of their own to the branch
; behind it, though the branch begins a uniform region.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[LEFT:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}}
; CHECK: br i1 %is_absent
; CHECK: call void @llvm.masked.store.v4i32{{.*}}(<4 x i32> %[[LEFT]],
; CHECK: }
define internal void @lanes(ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %is_less = icmp ult i32 %lane, %n
  br i1 %is_less, label %count, label %end
count:
  br label %loop
loop:
  %counted = phi i32 [ 0, %count ], [ %next, %more ]
  %goes_on = icmp ult i32 %counted, %lane
  br i1 %goes_on, label %more, label %counted_all
more:
  %next = add i32 %counted, 1
  br label %loop
counted_all:
  %is_absent = icmp eq ptr %out, null
  br i1 %is_absent, label %joined, label %present
present:
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %counted, ptr %to
  br label %joined
joined:
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
