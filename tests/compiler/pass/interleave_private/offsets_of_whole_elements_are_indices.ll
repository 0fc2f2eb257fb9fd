; An offset in bytes leads to elements if it is a multiple of their size, however it is computed.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @whole.body(
; CHECK: !cleave.interleaved
define internal void @whole.body(i64 %n) "cleave-kernel"="whole" {
entry:
  %v = alloca [10 x i32]
  br label %loop
loop:
  %offset = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i8, ptr %v, i64 %offset
  store i32 1, ptr %place
  %next = add i64 %offset, 4
  %done = icmp eq i64 %next, 40
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define internal void @halves.body(
; CHECK-NOT: !cleave.interleaved
; CHECK: ret void
define internal void @halves.body(i64 %n) "cleave-kernel"="halves" {
entry:
  %v = alloca [10 x i32]
  br label %loop
loop:
  %offset = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i8, ptr %v, i64 %offset
  store i32 1, ptr %place
  %next = add i64 %offset, 2
  %done = icmp eq i64 %next, 36
  br i1 %done, label %end, label %loop
end:
  ret void
}
