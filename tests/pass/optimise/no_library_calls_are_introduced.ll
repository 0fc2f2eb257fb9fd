; Generated code runs without a C library: the comparison loop does not become bcmp, nor does printf
; become puts.
; RUN: cleave-opt --passes=optimise %s | FileCheck %s
target triple = "spir64-unknown-unknown"

@text = constant [7 x i8] c"hello\0A\00"
; CHECK-NOT: @puts
; CHECK: call i32 (ptr, ...) @printf
define void @f() {
  %v = call i32 (ptr, ...) @printf(ptr @text)
  ret void
}
declare i32 @printf(ptr, ...)
