; A skip costs more than a few operations: where a uniform branch inside a predicated region decides
; over no more than these, both sides run.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[TWICE:.*]] = add <4 x i32>
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %[[TWICE]]
; CHECK: %[[MANY:.*]] = icmp ugt i32 %3, 7
; CHECK-NOT: br i1
; CHECK: insertelement <4 x i1> poison, i1 %[[MANY]]
; CHECK: }
define internal void @lanes(ptr %in, ptr %out, i32 %n, i32 %m) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %to = getelementptr i32, ptr %out, i64 %index
  %is_less = icmp ult i32 %lane, %n
  br i1 %is_less, label %few, label %end
few:
  %loaded = load i32, ptr %from
  %many = icmp ugt i32 %m, 7
  br i1 %many, label %large, label %joined
large:
  %twice = add i32 %loaded, %loaded
  br label %joined
joined:
  %value = phi i32 [ %twice, %large ], [ %loaded, %few ]
  store i32 %value, ptr %to
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
