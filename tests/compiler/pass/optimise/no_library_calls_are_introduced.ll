; Generated code runs without a C library: the comparison loop does not become bcmp, nor does printf
; become puts.
; RUN: cleave-opt --passes=optimise %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@text = constant [7 x i8] c"hello\0A\00"
; CHECK-NOT: @puts
; CHECK: call i32 (ptr, ...) @printf
define void @f() {
  %v = call i32 (ptr, ...) @printf(ptr @text)
  ret void
}
declare i32 @printf(ptr, ...)
