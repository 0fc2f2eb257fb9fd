; Lanes that each walk through memory of their own run one after another, so that their loops become
; vectors; so do lanes whose own vectors fill registers. Lanes beside each other run together, and a
; sum does too: no vector may change the order of its additions.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @scale_chunk({{.*}} #[[SERIAL:[0-9]+]]
define internal void @scale_chunk(ptr %in, ptr %out, i64 %n) "cleave-kernel"="scale_chunk" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %y = fmul float %x, 3.0
  %to = getelementptr float, ptr %out, i64 %at
  store float %y, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}

; CHECK: define internal void @scale_beside({{.*}} #[[TOGETHER:[0-9]+]]
define internal void @scale_beside(ptr %in, ptr %out, i64 %n) "cleave-kernel"="scale_beside" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %row = mul i64 %k, 1024
  %at = add i64 %row, %id
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %y = fmul float %x, 3.0
  %to = getelementptr float, ptr %out, i64 %at
  store float %y, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}

; CHECK: define internal void @sum_chunk({{.*}} #[[SUM:[0-9]+]]
define internal void @sum_chunk(ptr %in, ptr %out, i64 %n) "cleave-kernel"="sum_chunk" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %more = fadd float %sum, %x
  %next = add nuw i64 %k, 1
  br label %loop
end:
  %to = getelementptr float, ptr %out, i64 %id
  store float %sum, ptr %to
  ret void
}

; CHECK: define internal void @wide_vectors({{.*}} #[[WIDE:[0-9]+]]
define internal void @wide_vectors(ptr %in, ptr %out) "cleave-kernel"="wide_vectors" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %from = getelementptr <16 x i32>, ptr %in, i64 %id
  %start = load <16 x i32>, ptr %from
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi <16 x i32> [ %start, %entry ], [ %h.next, %loop ]
  %b = phi <16 x i32> [ splat (i32 1), %entry ], [ %a.next, %loop ]
  %c = phi <16 x i32> [ splat (i32 2), %entry ], [ %b.next, %loop ]
  %d = phi <16 x i32> [ splat (i32 3), %entry ], [ %c.next, %loop ]
  %e = phi <16 x i32> [ splat (i32 4), %entry ], [ %d.next, %loop ]
  %f = phi <16 x i32> [ splat (i32 5), %entry ], [ %e.next, %loop ]
  %g = phi <16 x i32> [ splat (i32 6), %entry ], [ %f.next, %loop ]
  %h = phi <16 x i32> [ splat (i32 7), %entry ], [ %g.next, %loop ]
  %a.next = add <16 x i32> %a, %d
  %b.next = xor <16 x i32> %b, %e
  %c.next = add <16 x i32> %c, %f
  %d.next = xor <16 x i32> %d, %g
  %e.next = add <16 x i32> %e, %h
  %f.next = xor <16 x i32> %f, %a
  %g.next = add <16 x i32> %g, %b
  %h.next = xor <16 x i32> %h, %c
  %next = add nuw i32 %k, 1
  %is_last = icmp eq i32 %next, 100
  br i1 %is_last, label %end, label %loop
end:
  %result = add <16 x i32> %a.next, %c.next
  %to = getelementptr <16 x i32>, ptr %out, i64 %id
  store <16 x i32> %result, ptr %to
  ret void
}

; CHECK: attributes #[[SERIAL]] = {{.*}}"cleave-serial-lanes"
; CHECK: attributes #[[TOGETHER]] = { "cleave-kernel"="scale_beside" "target-cpu"
; CHECK: attributes #[[SUM]] = { "cleave-kernel"="sum_chunk" {{("cleave-unsure-lanes" )?}}"target-cpu"
; CHECK: attributes #[[WIDE]] = {{.*}}"cleave-serial-lanes"
