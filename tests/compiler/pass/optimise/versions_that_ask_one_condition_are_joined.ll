; Accesses that are vector loads on one condition, and gathers otherwise, are two chains: no branch
; stands between the vector loads. Where conditions differ all stays as it is.
; RUN: cleave-opt --passes=optimise %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @one_condition(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: load <4 x float>
; CHECK-NOT: br
; CHECK: load <4 x float>
; CHECK-NOT: br i1
; CHECK: ret void
define void @one_condition(ptr %from, ptr %to, <4 x ptr> %left, <4 x ptr> %right, i1 %inside) {
  br i1 %inside, label %contiguous, label %apart
contiguous:
  %a = load <4 x float>, ptr %from, align 4
  br label %accessed
apart:
  %b = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %left, <4 x i1> splat (i1 true), <4 x float> poison)
  br label %accessed
accessed:
  %first = phi <4 x float> [ %a, %contiguous ], [ %b, %apart ]
  %next = getelementptr i8, ptr %from, i64 4
  br i1 %inside, label %contiguous2, label %apart2
contiguous2:
  %c = load <4 x float>, ptr %next, align 4
  br label %accessed2
apart2:
  %d = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %right, <4 x i1> splat (i1 true), <4 x float> poison)
  br label %accessed2
accessed2:
  %second = phi <4 x float> [ %c, %contiguous2 ], [ %d, %apart2 ]
  %sum = fadd <4 x float> %first, %second
  store <4 x float> %sum, ptr %to, align 4
  ret void
}

; CHECK-LABEL: @two_conditions(
; CHECK: br i1
; CHECK: load <4 x float>
; CHECK: br i1
; CHECK: load <4 x float>
; CHECK: ret void
define void @two_conditions(ptr %from, ptr %to, <4 x ptr> %left, <4 x ptr> %right, i1 %inside, i1 %also) {
  br i1 %inside, label %contiguous, label %apart
contiguous:
  %a = load <4 x float>, ptr %from, align 4
  br label %accessed
apart:
  %b = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %left, <4 x i1> splat (i1 true), <4 x float> poison)
  br label %accessed
accessed:
  %first = phi <4 x float> [ %a, %contiguous ], [ %b, %apart ]
  %next = getelementptr i8, ptr %from, i64 4
  br i1 %also, label %contiguous2, label %apart2
contiguous2:
  %c = load <4 x float>, ptr %next, align 4
  br label %accessed2
apart2:
  %d = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %right, <4 x i1> splat (i1 true), <4 x float> poison)
  br label %accessed2
accessed2:
  %second = phi <4 x float> [ %c, %contiguous2 ], [ %d, %apart2 ]
  %sum = fadd <4 x float> %first, %second
  store <4 x float> %sum, ptr %to, align 4
  ret void
}
