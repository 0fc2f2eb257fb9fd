; Vectors that fill half a register of AVX2: an operation of one lane waits for the one before it, and
; the other half of the register is for another lane. Spills of lanes together cost less.
; RUN: cleave-opt --passes=choose_lanes --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK-NOT: cleave-serial-lanes
define internal void @narrow_vectors(ptr %in, ptr %out) "cleave-kernel"="narrow_vectors" "target-cpu"="x86-64-v3" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %from = getelementptr <4 x i32>, ptr %in, i64 %id
  %start = load <4 x i32>, ptr %from
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi <4 x i32> [ %start, %entry ], [ %h.next, %loop ]
  %b = phi <4 x i32> [ splat (i32 1), %entry ], [ %a.next, %loop ]
  %c = phi <4 x i32> [ splat (i32 2), %entry ], [ %b.next, %loop ]
  %d = phi <4 x i32> [ splat (i32 3), %entry ], [ %c.next, %loop ]
  %e = phi <4 x i32> [ splat (i32 4), %entry ], [ %d.next, %loop ]
  %f = phi <4 x i32> [ splat (i32 5), %entry ], [ %e.next, %loop ]
  %g = phi <4 x i32> [ splat (i32 6), %entry ], [ %f.next, %loop ]
  %h = phi <4 x i32> [ splat (i32 7), %entry ], [ %g.next, %loop ]
  %a.next = add <4 x i32> %a, %d
  %b.next = xor <4 x i32> %b, %e
  %c.next = add <4 x i32> %c, %f
  %d.next = xor <4 x i32> %d, %g
  %e.next = add <4 x i32> %e, %h
  %f.next = xor <4 x i32> %f, %a
  %g.next = add <4 x i32> %g, %b
  %h.next = xor <4 x i32> %h, %c
  %next = add nuw i32 %k, 1
  %is_last = icmp eq i32 %next, 100
  br i1 %is_last, label %end, label %loop
end:
  %result = add <4 x i32> %a.next, %c.next
  %to = getelementptr <4 x i32>, ptr %out, i64 %id
  store <4 x i32> %result, ptr %to
  ret void
}
