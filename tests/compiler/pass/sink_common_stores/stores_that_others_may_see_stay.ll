; A store stays where it is if a way into the block stores elsewhere or nothing, or reads memory
; after it; and where a loop would do it again.
; RUN: cleave-opt --passes=sink_common_stores %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @elsewhere(
; CHECK: store i32 1, ptr %a
; CHECK: store i32 2, ptr %b
; CHECK: end:
; CHECK-NEXT: ret void
define internal void @elsewhere(ptr %a, ptr %b, i1 %c) "cleave-lanes"="4" {
  br i1 %c, label %one, label %other
one:
  store i32 1, ptr %a
  br label %end
other:
  store i32 2, ptr %b
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @read(
; CHECK: store i32 1, ptr %a
; CHECK: store i32 2, ptr %a
; CHECK: end:
; CHECK-NEXT: ret void
define internal void @read(ptr %a, ptr %b, i1 %c) "cleave-lanes"="4" {
  br i1 %c, label %one, label %other
one:
  store i32 1, ptr %a
  br label %end
other:
  store i32 2, ptr %a
  %read = load volatile i32, ptr %b
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @again(
; CHECK: store i32 1, ptr %a
; CHECK: turn:
; CHECK: store i32 2, ptr %a
define internal void @again(ptr %a, i1 %c) "cleave-lanes"="4" {
  store i32 1, ptr %a
  br label %turn
turn:
  br i1 %c, label %on, label %end
on:
  store i32 2, ptr %a
  br label %turn
end:
  ret void
}
