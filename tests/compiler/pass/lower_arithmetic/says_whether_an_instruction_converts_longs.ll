; RUN: cleave-opt --passes=lower_arithmetic %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define i32 @with() #0 {
; CHECK-LABEL: @with
; CHECK-NEXT: ret i32 1
  %r = call i32 @__cleave_has_conversion_of_long()
  ret i32 %r
}

define i32 @without() #1 {
; CHECK-LABEL: @without
; CHECK-NEXT: ret i32 0
  %r = call i32 @__cleave_has_conversion_of_long()
  ret i32 %r
}

declare i32 @__cleave_has_conversion_of_long()

attributes #0 = { "target-features"="+avx512f,+avx512dq" }
attributes #1 = { "target-features"="+avx512f" }
