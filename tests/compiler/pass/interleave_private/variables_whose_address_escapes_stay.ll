; Somebody else would look for the next element beside this one. So do those who compare or choose
; between addresses.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: !cleave.interleaved
; CHECK-LABEL: define internal void @k.body(
; CHECK: %stored = alloca [10 x i32]
; CHECK: %passed = alloca [10 x i32]
; CHECK: %chosen = alloca [10 x i32]
; CHECK-NOT: !cleave.interleaved
define internal void @k.body(ptr %out, i1 %which) "cleave-kernel"="k" {
  %stored = alloca [10 x i32]
  %passed = alloca [10 x i32]
  %chosen = alloca [10 x i32]
  store ptr %stored, ptr %out
  call void @uses(ptr %passed)
  %next = getelementptr i32, ptr %chosen, i64 1
  %one = select i1 %which, ptr %chosen, ptr %next
  store i32 1, ptr %one
  ret void
}
declare void @uses(ptr)
