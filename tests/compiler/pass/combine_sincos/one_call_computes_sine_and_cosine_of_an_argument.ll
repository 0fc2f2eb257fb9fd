; sin and cos of one argument in one block are one call of sincos at the first of them, of vectors, doubles
; and halves too, and where the argument was loaded or computed twice. Calls in other blocks stay, as do
; those of other arguments and what the program defines itself.
; RUN: cleave-opt --passes=combine_sincos %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @numbers
; CHECK: [[PLACE:%.*]] = alloca float
; CHECK: [[ANGLE:%.*]] = fmul float
; CHECK-NEXT: [[SINE:%.*]] = call nnan spir_func float @_Z6sincosfPf(float [[ANGLE]], ptr [[PLACE]])
; CHECK-NEXT: [[COSINE:%.*]] = load float, ptr [[PLACE]]
; CHECK-NEXT: fadd float [[SINE]], [[COSINE]]
define spir_func float @numbers(float %x) {
  %variable = alloca float
  store float %x, ptr %variable
  %first = load float, ptr %variable
  %first_angle = fmul float %first, 2.0
  %cosine = call nnan ninf spir_func float @_Z3cosf(float %first_angle)
  %second = load float, ptr %variable
  %second_angle = fmul float %second, 2.0
  %sine = call nnan spir_func float @_Z3sinf(float %second_angle)
  %sum = fadd float %sine, %cosine
  ret float %sum
}

; CHECK-LABEL: @other_types
; CHECK: call spir_func <4 x float> @_Z6sincosDv4_fPS_(<4 x float> %v, ptr
; CHECK: call spir_func double @_Z6sincosdPd(double %d, ptr
; CHECK: call spir_func half @_Z6sincosDhPDh(half %h, ptr
; CHECK-NOT: @_Z3
define spir_func void @other_types(<4 x float> %v, double %d, half %h, ptr %out) {
  %a = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %v)
  %b = call spir_func <4 x float> @_Z3cosDv4_f(<4 x float> %v)
  %c = call spir_func double @_Z3sind(double %d)
  %e = call spir_func double @_Z3cosd(double %d)
  %f = call spir_func half @_Z3sinDh(half %h)
  %g = call spir_func half @_Z3cosDh(half %h)
  store <4 x float> %a, ptr %out
  store <4 x float> %b, ptr %out
  store double %c, ptr %out
  store double %e, ptr %out
  store half %f, ptr %out
  store half %g, ptr %out
  ret void
}

; CHECK-LABEL: @apart
; CHECK-NOT: sincos
; CHECK: call spir_func float @_Z3sinf(float %x)
; CHECK: call spir_func float @_Z3cosf(float %y)
; CHECK: call spir_func float @_Z3cosf(float %x)
; CHECK: call spir_func <2 x float> @_Z3sinDv2_f
; CHECK: call spir_func <2 x float> @_Z3cosDv2_f
define spir_func float @apart(float %x, float %y, i1 %condition, <2 x float> %v) {
  %sine = call spir_func float @_Z3sinf(float %x)
  %other = call spir_func float @_Z3cosf(float %y)
  br i1 %condition, label %then, label %end
then:
  %cosine = call spir_func float @_Z3cosf(float %x)
  br label %end
end:
  %a = phi float [ %other, %0 ], [ %cosine, %then ]
  %b = fadd float %sine, %a
  %own_sine = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %v)
  %own_cosine = call spir_func <2 x float> @_Z3cosDv2_f(<2 x float> %v)
  %part = extractelement <2 x float> %own_sine, i32 0
  %other_part = extractelement <2 x float> %own_cosine, i32 0
  %c = fadd float %b, %part
  %d = fadd float %c, %other_part
  ret float %d
}

define spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %x) {
  ret <2 x float> %x
}

declare spir_func <2 x float> @_Z3cosDv2_f(<2 x float>) memory(none)
declare spir_func float @_Z3sinf(float) memory(none)
declare spir_func float @_Z3cosf(float) memory(none)
declare spir_func double @_Z3sind(double) memory(none)
declare spir_func double @_Z3cosd(double) memory(none)
declare spir_func half @_Z3sinDh(half) memory(none)
declare spir_func half @_Z3cosDh(half) memory(none)
declare spir_func <4 x float> @_Z3sinDv4_f(<4 x float>) memory(none)
declare spir_func <4 x float> @_Z3cosDv4_f(<4 x float>) memory(none)
