; A value in memory would cost a frame slot.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
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
