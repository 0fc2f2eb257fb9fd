; A long chunk decides, not the atomic operation before it.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: "cleave-serial-lanes"
define internal void @counted(ptr %out, ptr %count) "cleave-kernel"="counted" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, 1000
  %before = atomicrmw add ptr %count, i32 1 monotonic
  %value = uitofp i32 %before to float
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_inside = icmp ult i64 %k, 1000
  br i1 %is_inside, label %body, label %end
body:
  %at = add i64 %start, %k
  %to = getelementptr float, ptr %out, i64 %at
  store float %value, ptr %to
  %next = add nuw i64 %k, 1
  br label %loop
end:
  ret void
}
