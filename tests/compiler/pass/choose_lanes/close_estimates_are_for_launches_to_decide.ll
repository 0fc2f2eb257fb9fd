; Lanes that leave a loop at different iterations and read far apart: how long the loops are decides,
; and only launches can tell. The alternative is the other order; a kernel of which the estimate is sure
; has none.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector --other-lanes %s | FileCheck --check-prefix=OTHER %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @sparse({{.*}} #[[SPARSE:[0-9]+]]
; OTHER: define internal void @sparse({{.*}} #[[SPARSE:[0-9]+]]
define internal void @sparse(ptr %starts, ptr %columns, ptr %vector, ptr %out) "cleave-kernel"="sparse" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %first = getelementptr i64, ptr %starts, i64 %id
  %begin = load i64, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  %end = load i64, ptr %second
  br label %loop
loop:
  %k = phi i64 [ %begin, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %is_inside = icmp ult i64 %k, %end
  br i1 %is_inside, label %body, label %done
body:
  %from = getelementptr i64, ptr %columns, i64 %k
  %column = load i64, ptr %from
  %place = getelementptr float, ptr %vector, i64 %column
  %x = load float, ptr %place
  %more = fadd float %sum, %x
  %next = add nuw i64 %k, 1
  br label %loop
done:
  %to = getelementptr float, ptr %out, i64 %id
  store float %sum, ptr %to
  ret void
}

; CHECK: define internal void @beside({{.*}} #[[BESIDE:[0-9]+]]
; OTHER: define internal void @beside({{.*}} #[[BESIDE:[0-9]+]]
define internal void @beside(ptr %in, ptr %out) "cleave-kernel"="beside" "target-cpu"="x86-64-v4" {
  %id = call i64 @__cleave_global_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %id
  %x = load float, ptr %from
  %y = fmul float %x, 3.0
  %to = getelementptr float, ptr %out, i64 %id
  store float %y, ptr %to
  ret void
}

; CHECK: attributes #[[SPARSE]] = { "cleave-kernel"="sparse" "cleave-unsure-lanes" "target-cpu"
; CHECK: attributes #[[BESIDE]] = { "cleave-kernel"="beside" "target-cpu"
; OTHER: attributes #[[SPARSE]] = { "cleave-kernel"="sparse" "cleave-serial-lanes" "cleave-unsure-lanes" "target-cpu"
