; An element that is read as its halves, or at a location between two elements, has no location lane beside
; lane.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: !cleave.interleaved
; CHECK-LABEL: define internal void @k.body(
; CHECK: %halves = alloca [10 x i32]
; CHECK: %between = alloca [10 x i32]
; CHECK-NOT: !cleave.interleaved
define internal void @k.body(i64 %i) "cleave-kernel"="k" {
  %halves = alloca [10 x i32]
  store i32 1, ptr %halves
  %half = load i16, ptr %halves
  %between = alloca [10 x i32]
  %place = getelementptr i8, ptr %between, i64 %i
  store i32 1, ptr %place
  ret void
}
