; A copy that a part of the lanes may not make is skipped; what it was computed from is not.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: some.part:
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: br label %part.done
define internal void @lanes(ptr %to, ptr %from) "cleave-lanes"="4" "cleave-parts"="2" {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %there = getelementptr i64, ptr %to, i32 %part
  %less = icmp ult i32 %lane, %part
  br i1 %less, label %runs, label %end
runs:
  call void @llvm.memcpy.p0.p0.i64(ptr %there, ptr %from, i64 8, i1 false)
  call void @uses(ptr %there)
  br label %end
end:
  ret void
}
declare void @uses(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @__cleave_lane() memory(none)
declare i32 @__cleave_part() memory(none)
