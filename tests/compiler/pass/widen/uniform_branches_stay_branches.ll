; A branch that all lanes take alike needs no mask.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[MANY:.*]] = icmp ugt i32 %1, 7
; CHECK: br i1 %[[MANY]]
; CHECK-NOT: masked
; CHECK: ret void
define internal void @lanes(ptr %out, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %address = getelementptr i32, ptr %out, i64 %index
  %many = icmp ugt i32 %n, 7
  br i1 %many, label %large, label %small
large:
  store i32 1, ptr %address
  br label %end
small:
  store i32 2, ptr %address
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
