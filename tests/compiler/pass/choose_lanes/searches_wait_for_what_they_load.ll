; If each load waits for the one before, as along a list, lanes that run together wait at the same time. The
; same loads by a counter follow each other at once, and lanes far apart run one after another.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @along_a_list({{.*}} #[[TOGETHER:[0-9]+]]
; CHECK: define internal void @by_a_counter({{.*}} #[[SERIAL:[0-9]+]]
; CHECK: attributes #[[TOGETHER]] = {
; CHECK-NOT: cleave-serial-lanes
; CHECK: attributes #[[SERIAL]] = {{.*}}"cleave-serial-lanes"
define internal void @along_a_list(ptr %lists, ptr %to) "cleave-kernel"="along_a_list" "target-cpu"="znver5" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %list = getelementptr i64, ptr %lists, i64 %id
  %first = load i64, ptr %list
  br label %loop
loop:
  %place = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %node = getelementptr [4 x i64], ptr %lists, i64 %place
  %next = load i64, ptr %node
  %number.at = getelementptr i8, ptr %node, i64 8
  %number = load i64, ptr %number.at
  %other.at = getelementptr i8, ptr %node, i64 16
  %other = load i64, ptr %other.at
  %third.at = getelementptr i8, ptr %node, i64 24
  %third = load i64, ptr %third.at
  %two = add i64 %number, %other
  %three = add i64 %two, %third
  %more = add i64 %sum, %three
  %again = icmp ne i64 %next, 0
  br i1 %again, label %loop, label %end
end:
  %out = getelementptr i64, ptr %to, i64 %id
  store i64 %more, ptr %out
  ret void
}
define internal void @by_a_counter(ptr %lists, ptr %to) "cleave-kernel"="by_a_counter" "target-cpu"="znver5" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %list = getelementptr i64, ptr %lists, i64 %id
  %first = load i64, ptr %list
  br label %loop
loop:
  %place = phi i64 [ %first, %entry ], [ %place.next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %node = getelementptr [4 x i64], ptr %lists, i64 %place
  %next = load i64, ptr %node
  %number.at = getelementptr i8, ptr %node, i64 8
  %number = load i64, ptr %number.at
  %other.at = getelementptr i8, ptr %node, i64 16
  %other = load i64, ptr %other.at
  %third.at = getelementptr i8, ptr %node, i64 24
  %third = load i64, ptr %third.at
  %two = add i64 %number, %other
  %three = add i64 %two, %third
  %more = add i64 %sum, %three
  %place.next = add i64 %place, 1
  %again = icmp ne i64 %next, 0
  br i1 %again, label %loop, label %end
end:
  %out = getelementptr i64, ptr %to, i64 %id
  store i64 %more, ptr %out
  ret void
}
