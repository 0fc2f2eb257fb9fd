; Reductions take minima that know -0 from +0: LLVM makes eight instructions of each, and moves scalars through
; registers of integers. Shorter vectors, down to one element, are lanes of a longer one.
; RUN: cleave-opt --passes=order_numbers %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_four
; CHECK: %[[X:.*]] = call <4 x double> @llvm.x86.avx512.mask.range.pd.256(<4 x double> %x, <4 x double> %x, i32 4,
; CHECK: %[[Y:.*]] = call <4 x double> @llvm.x86.avx512.mask.range.pd.256(<4 x double> %y, <4 x double> %y, i32 4,
; CHECK: call <4 x double> @llvm.x86.avx512.mask.range.pd.256(<4 x double> %[[X]], <4 x double> %[[Y]], i32 4,
; CHECK-NOT: minimumnum
define <4 x double> @of_four(<4 x double> %x, <4 x double> %y) noinline "target-cpu"="x86-64-v4" {
  %m = call <4 x double> @llvm.minimumnum.v4f64(<4 x double> %x, <4 x double> %y)
  ret <4 x double> %m
}

; The second step's numbers are results of the first one.
; CHECK-LABEL: @of_halves
; CHECK-COUNT-4: call {{.*}} @llvm.x86.avx512.mask.range.pd
; CHECK-NOT: @llvm.x86.avx512.mask.range.pd
; CHECK-NOT: maximumnum
define <1 x double> @of_halves(<4 x double> %x) noinline "target-cpu"="x86-64-v4" {
  %low = shufflevector <4 x double> %x, <4 x double> poison, <2 x i32> <i32 0, i32 1>
  %high = shufflevector <4 x double> %x, <4 x double> poison, <2 x i32> <i32 2, i32 3>
  %two = call <2 x double> @llvm.maximumnum.v2f64(<2 x double> %low, <2 x double> %high)
  %first = shufflevector <2 x double> %two, <2 x double> poison, <1 x i32> zeroinitializer
  %second = shufflevector <2 x double> %two, <2 x double> poison, <1 x i32> <i32 1>
  %one = call <1 x double> @llvm.maximumnum.v1f64(<1 x double> %first, <1 x double> %second)
  ret <1 x double> %one
}

; A value that enters a loop is made quiet before the loop, not in each iteration.
; CHECK-LABEL: @in_a_loop
; CHECK: entry:
; CHECK: call <4 x float> @llvm.x86.avx512.mask.range.ss(
; CHECK: loop:
; CHECK-COUNT-2: call <4 x float> @llvm.x86.avx512.mask.range.ss(
; CHECK-NOT: @llvm.x86.avx512.mask.range.ss(
; CHECK: ret
define float @in_a_loop(ptr %numbers, i64 %count) noinline "target-cpu"="x86-64-v4" {
entry:
  %first = load float, ptr %numbers
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %least = phi float [ %first, %entry ], [ %lesser, %loop ]
  %address = getelementptr float, ptr %numbers, i64 %i
  %number = load float, ptr %address
  %lesser = call float @llvm.minimumnum.f32(float %least, float %number)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret float %lesser
}
