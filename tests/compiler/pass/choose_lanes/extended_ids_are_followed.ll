; a[i] += b[k] where i is an int: LLVM writes the extension of the truncated id, times four, as two
; shifts. The lanes' accesses are contiguous, nothing is far apart. The loop has no order of its own
; that vectors of one lane would need to keep.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @followed({{.*}}) #[[FOLLOWED:[0-9]+]]
; CHECK: define internal void @far({{.*}}) #[[FAR:[0-9]+]]
; CHECK-NOT: attributes #[[FOLLOWED]] = {{.*}}"cleave-serial-lanes"
; CHECK: attributes #[[FAR]] = {{.*}}"cleave-serial-lanes"
define internal void @followed(ptr %a, ptr %b, i64 %n) "cleave-kernel"="followed" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %truncated = shl i64 %id, 32
  %offset = ashr exact i64 %truncated, 30
  %place = getelementptr i8, ptr %a, i64 %offset
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %b, i64 %k
  %x = load float, ptr %from
  %there = getelementptr float, ptr %place, i64 %k
  %old = load float, ptr %there
  %half = fmul float %old, 5.000000e-01
  %sum = fadd float %half, %x
  store float %sum, ptr %there
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The same with rows whose begins are apart: the second shift leaves more of ids than bytes of an element.
define internal void @far(ptr %a, ptr %b, i64 %n) "cleave-kernel"="far" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %truncated = shl i64 %id, 32
  %offset = ashr exact i64 %truncated, 20
  %place = getelementptr i8, ptr %a, i64 %offset
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %b, i64 %k
  %x = load float, ptr %from
  %there = getelementptr float, ptr %place, i64 %k
  %old = load float, ptr %there
  %half = fmul float %old, 5.000000e-01
  %sum = fadd float %half, %x
  store float %sum, ptr %there
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
