; An int of an id is its lower half, for which there is an intrinsic. InstCombine would compute the sum in 64 bits,
; between shifts up and down, and forget that it does not overflow.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @sum
; CHECK: %[[X:.*]] = call i32 @__cleave_lower_global_id(i32 0)
; CHECK: %[[SUM:.*]] = add nsw i32 %[[X]], %n
; CHECK: sext i32 %[[SUM]] to i64
define i64 @sum(i32 %n) {
  %variable = alloca i64
  %id = call i64 @__cleave_global_id(i32 0)
  store i64 %id, ptr %variable
  %kept = load i64, ptr %variable
  %x = trunc i64 %kept to i32
  %sum = add nsw i32 %x, %n
  %index = sext i32 %sum to i64
  ret i64 %index
}

; CHECK-LABEL: define i32 @local
; CHECK: call i32 @__cleave_lower_local_id(i32 %d)
define i32 @local(i32 %d) {
  %id = call i64 @__cleave_local_id(i32 %d)
  %x = trunc i64 %id to i32
  ret i32 %x
}

; More of an id, or less, is of the whole id.
; CHECK-LABEL: define i64 @whole
; CHECK: call i64 @__cleave_global_id(i32 1)
; CHECK-NOT: lower
; CHECK: ret i64
define i64 @whole(ptr %out) {
  %id = call i64 @__cleave_global_id(i32 1)
  %byte = trunc i64 %id to i8
  store i8 %byte, ptr %out
  ret i64 %id
}

; Sizes are the same for all lanes.
; CHECK-LABEL: define i32 @size
; CHECK: call i64 @__cleave_global_size(i32 0)
; CHECK: trunc i64
define i32 @size() {
  %size = call i64 @__cleave_global_size(i32 0)
  %n = trunc i64 %size to i32
  ret i32 %n
}
declare i64 @__cleave_global_id(i32) memory(none)
declare i64 @__cleave_local_id(i32) memory(none)
declare i64 @__cleave_global_size(i32) memory(none)
