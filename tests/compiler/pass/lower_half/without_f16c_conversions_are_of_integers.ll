; Signs are bits on every processor; conversions are too where it has none.
; RUN: cleave-opt --passes=lower_half %s | FileCheck %s
; RUN: cleave-opt --passes=lower_half %s | llc -mcpu=x86-64-v2 | FileCheck %s --check-prefix=CODE
target triple = "x86_64-unknown-linux-gnu"

; CODE-NOT: call
define half @root(half %a, double %b) {
; CHECK-LABEL: @root
; CHECK-NOT: half{{.*}} to float
; CHECK-NOT: float{{.*}} to half
; CHECK: call float @llvm.sqrt.f32
; CHECK: ret half
  %root = call half @llvm.sqrt.f16(half %a)
  %other = fptrunc double %b to half
  %result = fsub half %root, %other
  ret half %result
}

define half @negative(half %a) {
; CHECK-LABEL: @negative
; CHECK: xor i16 %{{.*}}, -32768
  %result = fneg half %a
  ret half %result
}
