; a[k * m + i] += b[k] as clang -O2 writes it in modules: the offset of the lane grows by what all lanes add in an
; iteration. The lanes' accesses are contiguous, nothing is far apart: one
; order of lanes is sure to be better.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @moved({{.*}}) #[[MOVED:[0-9]+]]
; CHECK: attributes #[[MOVED]] = { "cleave-kernel"="moved" "target-cpu"="x86-64-v4" }
define internal void @moved(ptr %a, ptr %b, i64 %n, i64 %m) "cleave-kernel"="moved" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %truncated = shl i64 %id, 32
  %offset = ashr exact i64 %truncated, 30
  %row = shl i64 %m, 2
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %offset, %entry ], [ %below, %loop ]
  %from = getelementptr float, ptr %b, i64 %k
  %x = load float, ptr %from
  %place = getelementptr i8, ptr %a, i64 %at
  %old = load float, ptr %place
  %half = fmul float %old, 5.000000e-01
  %sum = fadd float %half, %x
  store float %sum, ptr %place
  %below = add i64 %at, %row
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
