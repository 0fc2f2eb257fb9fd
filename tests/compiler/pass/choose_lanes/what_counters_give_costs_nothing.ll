; The product of a sparse matrix: where an iteration's numbers lie follows from its counter, which scalar
; code computes within addresses. Only accesses at loaded indices, and the arithmetic, take time for each lane.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: "cleave-serial-lanes"
define internal void @multiply(ptr %rows, ptr %columns, ptr %numbers, ptr %x, ptr %y) "cleave-kernel"="multiply" "target-cpu"="znver5" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %begin.at = getelementptr i32, ptr %rows, i64 %id
  %begin = load i32, ptr %begin.at
  %end.at = getelementptr i8, ptr %begin.at, i64 4
  %end = load i32, ptr %end.at
  %any = icmp ult i32 %begin, %end
  br i1 %any, label %loop, label %done
loop:
  %k = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %twice = shl nuw i32 %k, 1
  %behind = add nuw i32 %twice, %end
  %pair = sub nuw i32 %behind, %begin
  %place = zext i32 %pair to i64
  %number.at = getelementptr float, ptr %numbers, i64 %place
  %number = load float, ptr %number.at
  %column.at = getelementptr i32, ptr %columns, i64 %place
  %column = load i32, ptr %column.at
  %wide = zext i32 %column to i64
  %x.at = getelementptr float, ptr %x, i64 %wide
  %factor = load float, ptr %x.at
  %more = call float @llvm.fmuladd.f32(float %number, float %factor, float %sum)
  %next = add nuw i32 %k, 1
  %again = icmp ult i32 %next, %end
  br i1 %again, label %loop, label %done
done:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %y.at = getelementptr float, ptr %y, i64 %id
  store float %result, ptr %y.at
  ret void
}
