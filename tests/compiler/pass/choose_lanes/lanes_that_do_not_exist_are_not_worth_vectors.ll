; Neighbours that read a column together are what vectors are for, but not where a work-group has one
; work-item of sixteen.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector --local-size=64,1,1 %s | FileCheck %s --check-prefix=FULL
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector --local-size=1,1,1 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: "cleave-serial-lanes"
; FULL-NOT: "cleave-serial-lanes"
define internal void @column(ptr %in, ptr %out, i64 %n, i64 %stride) "cleave-kernel"="column" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %is_inside = icmp ult i64 %k, %n
  br i1 %is_inside, label %body, label %end
body:
  %row = mul i64 %k, %stride
  %at = add i64 %row, %id
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
