; A function that is called once becomes part of its caller before either is optimised, unless it
; says that it must not.
; RUN: cleave-opt --passes=optimise %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @once
; CHECK: define internal {{.*}}@apart
; CHECK-LABEL: define {{.*}}@caller
; CHECK-NOT: @once
; CHECK: call {{.*}}@apart
define internal i32 @once(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define internal i32 @apart(i32 %x) noinline {
  %y = xor i32 %x, 7
  ret i32 %y
}
define i32 @caller(i32 %x) {
  %a = call i32 @once(i32 %x)
  %b = call i32 @apart(i32 %a)
  ret i32 %b
}
