; Offsets are W times what they were, and so is the size; metadata says how far the next lane's
; element is. What widen makes of it is a vector for each element.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: %[[V:.*]] = alloca [320 x i8], align 64, !cleave.interleaved ![[STRIDE:.*]]
; CHECK: %[[OFFSET:.*]] = mul i64 %i, 4
; CHECK: %[[FAR:.*]] = mul i64 %[[OFFSET]], 8
; CHECK: getelementptr i8, ptr %[[V]], i64 %[[FAR]]
; CHECK: ![[STRIDE]] = !{i64 4}
define internal void @k.body(i64 %i) "cleave-kernel"="k" {
  %v = alloca [10 x i32]
  %place = getelementptr i32, ptr %v, i64 %i
  store i32 1, ptr %place
  %got = load i32, ptr %place
  ret void
}
