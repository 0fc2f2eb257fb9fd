; if (i < n) { for (…) sum += in[i + k * m]; out[i] = sum; }: the extension of i is computed where it is first used, in
; the loop. Behind it lanes have it by the same step.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: {{gather|scatter}}
; CHECK: call <4 x float> @llvm.masked.load
; CHECK-NOT: {{gather|scatter}}
; CHECK: call void @llvm.masked.store
; CHECK-NOT: {{gather|scatter}}
define internal void @lanes(ptr %in, ptr %out, i32 %first, i32 %n, i64 %m) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %i = add nuw nsw i32 %first, %lane
  %is_inside = icmp slt i32 %i, %n
  br i1 %is_inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = getelementptr float, ptr %in, i64 %m
  %index = sext i32 %i to i64
  %from = getelementptr float, ptr %row, i64 %index
  %v = load float, ptr %from
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 5
  br i1 %again, label %loop, label %behind

behind:
  %to = getelementptr float, ptr %out, i64 %index
  store float %more, ptr %to
  br label %end

end:
  ret void
}

; The index may come from a loop around: each of its iterations ends with the store, so that no lane's i has wrapped.
; CHECK-LABEL: define internal void @rows(
; CHECK-NOT: {{gather|scatter}}
; CHECK: call void @llvm.masked.store
; CHECK-NOT: {{gather|scatter}}
define internal void @rows(ptr %in, ptr %out, i32 %first, i32 %n, i32 %size, i64 %m) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %start = add nuw nsw i32 %first, %lane
  %has_some = icmp slt i32 %start, %n
  br i1 %has_some, label %row, label %end

row:
  %i = phi i32 [ %start, %entry ], [ %next_i, %behind ]
  br label %loop

loop:
  %k = phi i32 [ 0, %row ], [ %next, %loop ]
  %sum = phi float [ 0.0, %row ], [ %more, %loop ]
  %line = getelementptr float, ptr %in, i64 %m
  %index = sext i32 %i to i64
  %from = getelementptr float, ptr %line, i64 %index
  %v = load float, ptr %from
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 5
  br i1 %again, label %loop, label %behind

behind:
  %to = getelementptr float, ptr %out, i64 %index
  store float %more, ptr %to
  %next_i = add nsw i32 %i, %size
  %is_left = icmp slt i32 %next_i, %n
  br i1 %is_left, label %row, label %end

end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
