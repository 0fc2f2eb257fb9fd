; Without AVX-512 a gather that all lanes run is a load for each, whose 32-bit index leaves the vector together with its
; neighbour's: behind a fence, since LLVM forgets to clear upper halves where it knows bits. One under a mask stays, and LLVM is asked to leave it to the processor.
; RUN: cleave-opt --passes=split_gathers %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @from_one_base
; CHECK: %[[REALS:.+]] = bitcast <4 x i32> %i to <2 x double>
; CHECK: %[[FENCED:.+]] = call <2 x double> @llvm.arithmetic.fence.v2f64(<2 x double> %[[REALS]])
; CHECK: %[[PAIRS:.+]] = bitcast <2 x double> %[[FENCED]] to <2 x i64>
; CHECK: %[[PAIR:.+]] = extractelement <2 x i64> %[[PAIRS]], i64 0
; CHECK: %[[LOW:.+]] = trunc i64 %[[PAIR]] to i32
; CHECK: %[[FIRST:.+]] = zext i32 %[[LOW]] to i64
; CHECK: %[[SECOND:.+]] = lshr i64 %[[PAIR]], 32
; CHECK: %[[ADDRESS:.+]] = getelementptr float, ptr %p, i64 %[[FIRST]]
; CHECK: getelementptr float, ptr %p, i64 %[[SECOND]]
; CHECK: %[[LOADED:.+]] = load float, ptr %[[ADDRESS]], align 4, !invariant.load
; CHECK: insertelement <4 x float> poison, float %[[LOADED]], i64 0
; CHECK-COUNT-3: load float
; CHECK-NOT: gather
define <4 x float> @from_one_base(ptr %p, <4 x i32> %i) "target-cpu"="x86-64-v3" {
  %wide = zext <4 x i32> %i to <4 x i64>
  %a = getelementptr float, ptr %p, <4 x i64> %wide
  %r = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %a, <4 x i1> splat (i1 true), <4 x float> poison), !invariant.load !0
  ret <4 x float> %r
}

; CHECK-LABEL: @indices_with_signs
; CHECK: sext i32 {{.+}} to i64
; CHECK: ashr i64 {{.+}}, 32
; CHECK-NOT: gather
define <4 x i8> @indices_with_signs(ptr %p, <4 x i32> %i) "target-cpu"="x86-64-v2" {
  %wide = sext <4 x i32> %i to <4 x i64>
  %a = getelementptr i8, ptr %p, <4 x i64> %wide
  %r = call <4 x i8> @llvm.masked.gather.v4i8.v4p0(<4 x ptr> %a, <4 x i1> splat (i1 true), <4 x i8> poison)
  ret <4 x i8> %r
}

; CHECK-LABEL: @from_anywhere
; CHECK-COUNT-4: extractelement <4 x ptr> %a
; CHECK-COUNT-4: load double
; CHECK-NOT: gather
define <4 x double> @from_anywhere(<4 x ptr> %a) "target-cpu"="x86-64-v3" {
  %r = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> splat (i1 true), <4 x double> poison)
  ret <4 x double> %r
}

; CHECK-LABEL: @to_one_base
; CHECK: lshr i64
; CHECK: %[[VALUE:.+]] = extractelement <4 x i32> %x, i64 0
; CHECK: store i32 %[[VALUE]], ptr %{{.+}}, align 4
; CHECK-COUNT-3: store i32
; CHECK-NOT: scatter
define void @to_one_base(ptr %p, <4 x i32> %i, <4 x i32> %x) "target-cpu"="x86-64-v3" {
  %wide = zext <4 x i32> %i to <4 x i64>
  %a = getelementptr i32, ptr %p, <4 x i64> %wide
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> align 4 %a, <4 x i1> splat (i1 true))
  ret void
}

; CHECK-LABEL: @under_a_mask
; CHECK-SAME: #[[GATHERS:[0-9]+]]
; CHECK-NOT: load
; CHECK: gather
define <4 x i32> @under_a_mask(<4 x ptr> %a, <4 x i1> %mask) "target-cpu"="x86-64-v3" {
  %r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %a, <4 x i1> %mask, <4 x i32> poison)
  ret <4 x i32> %r
}

; CHECK-LABEL: @with_instructions
; CHECK: gather
; CHECK: scatter
define <4 x i32> @with_instructions(<4 x ptr> %a) "target-cpu"="x86-64-v4" {
  %r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %a, <4 x i1> splat (i1 true), <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %r, <4 x ptr> align 4 %a, <4 x i1> splat (i1 true))
  ret <4 x i32> %r
}

; CHECK: attributes #[[GATHERS]] = {{.*}}+fast-gather
; CHECK-NOT: "target-cpu"="x86-64-v2"{{.*}}+fast-gather
!0 = !{}
