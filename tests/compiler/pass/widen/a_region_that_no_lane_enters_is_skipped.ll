; If lanes diverge, each side runs under its mask if it has a lane, one side after the other.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[SOME:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[SOME]], label %[[FIRST:.*]], label %[[OTHER:.*]]
; CHECK: [[OTHER]]:
; CHECK: br i1 %{{.*}}, label %[[SECOND:.*]], label %end
; CHECK: [[FIRST]]:
; CHECK: call void @llvm.masked.store
; CHECK-NEXT: br label %[[OTHER]]
; CHECK: [[SECOND]]:
; CHECK: call void @llvm.masked.store
; CHECK-NEXT: br label %end
define internal void @lanes(ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  %few = icmp ult i32 %lane, %n
  br i1 %few, label %inside, label %outside
inside:
  store i32 1, ptr %address
  br label %end
outside:
  store i32 2, ptr %address
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
