; The C library's function would be called for each lane.
; RUN: cleave-opt --passes=lower_arithmetic %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define float @scaled(float %x, i32 %n) #0 {
; CHECK-LABEL: @scaled
; CHECK-NEXT: %[[H:.*]] = lshr i32 %n, 1
; CHECK-NEXT: %[[REST:.*]] = sub i32 %n, %[[H]]
; CHECK-NEXT: %[[E:.*]] = add i32 %[[H]], 127
; CHECK-NEXT: %[[S:.*]] = shl i32 %[[E]], 23
; CHECK-NEXT: %[[P:.*]] = bitcast i32 %[[S]] to float
; CHECK-NEXT: %[[X:.*]] = fmul float %x, %[[P]]
; CHECK: add i32 %[[REST]], 127
; CHECK: %[[R:.*]] = fmul float %[[X]], %{{.*}}
; CHECK-NEXT: ret float %[[R]]
; CHECK-NOT: __cleave_scaled
  %r = call float @__cleave_scaled(float %x, i32 %n)
  ret float %r
}

declare float @__cleave_scaled(float, i32)

attributes #0 = { "target-features"="+avx2" }
