; A few instructions that can neither trap nor be seen run for all lanes: cheaper than a skip
; of them. What lanes get is chosen where their ways meet.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: br i1
; CHECK: select <4 x i1>
; CHECK-NOT: br i1
; CHECK: ret void
define internal void @lanes(ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  %few = icmp ult i32 %lane, %n
  br i1 %few, label %inside, label %end
inside:
  %square = mul i32 %lane, %lane
  br label %end
end:
  %v = phi i32 [ 0, %0 ], [ %square, %inside ]
  store i32 %v, ptr %address
  ret void
}
declare i32 @__cleave_lane() memory(none)
