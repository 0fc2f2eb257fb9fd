; RUN: cleave-opt --passes=lower_half %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define half @sum(half %a, half %b) #0 {
; CHECK-LABEL: @sum
; CHECK-NEXT: %sum = fadd half %a, %b
; CHECK-NEXT: ret half %sum
  %sum = fadd half %a, %b
  ret half %sum
}

attributes #0 = { "target-features"="+f16c,+avx512fp16" }
