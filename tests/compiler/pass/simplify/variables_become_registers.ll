; A value in memory would cost a frame slot.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @f
; CHECK-NOT: alloca
; CHECK: ret i32 %a
define i32 @f(i32 %a) {
  %variable = alloca i32
  store i32 %a, ptr %variable
  %v = load i32, ptr %variable
  ret i32 %v
}
