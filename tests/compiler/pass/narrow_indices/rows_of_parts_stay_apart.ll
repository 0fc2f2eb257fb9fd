; The row of a part is the same for its lanes: its index and the column's stay two, of which one may not wrap around.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @f(
; CHECK: %begin = getelementptr float, ptr addrspace(1) %a, i64 %row
; CHECK-NEXT: getelementptr float, ptr addrspace(1) %begin, i64 %column
define void @f(ptr addrspace(1) %a, i64 %width, i32 %n) "cleave-lanes"="16" "cleave-parts"="4" {
  %part = call i32 @__cleave_part()
  %y = zext i32 %part to i64
  %row = mul i64 %y, %width
  %lane = call i32 @__cleave_lane()
  %sum = add i32 %lane, %n
  %column = sext i32 %sum to i64
  %begin = getelementptr float, ptr addrspace(1) %a, i64 %row
  %to = getelementptr float, ptr addrspace(1) %begin, i64 %column
  store float 0.0, ptr addrspace(1) %to
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_part()
