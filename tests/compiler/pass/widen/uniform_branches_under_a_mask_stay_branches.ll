; Inside a predicated region lanes that go the same way keep their branch, and the mask that they came
; with: one question for both sides, no blends behind them.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[LESS:.*]] = icmp ult <4 x i32>
; CHECK: %[[MASK:.*]] = or <4 x i1> zeroinitializer, %[[LESS]]
; CHECK: br i1 %{{.*}}, label %some, label %end
; CHECK: joined:
; CHECK-NOT: br i1
; CHECK: call void @llvm.masked.store
; CHECK: %[[MANY:.*]] = icmp ugt i32 %3, 7
; CHECK: br i1 %[[MANY]]
; CHECK: small:
; CHECK: %[[SECOND:.*]] = call <4 x i32> @llvm.masked.load{{.*}}%[[MASK]]
; CHECK: large:
; CHECK: %[[FIRST:.*]] = call <4 x i32> @llvm.masked.load{{.*}}%[[MASK]]
; CHECK: phi <4 x i32> [ %[[FIRST]], %large ], [ %[[SECOND]], %small ]
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
  br i1 %many, label %large, label %small
large:
  %first = load i32, ptr %from
  br label %joined
small:
  %other = getelementptr i32, ptr %from, i64 1000
  %second = load i32, ptr %other
  br label %joined
joined:
  %value = phi i32 [ %first, %large ], [ %second, %small ]
  store i32 %value, ptr %to
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
