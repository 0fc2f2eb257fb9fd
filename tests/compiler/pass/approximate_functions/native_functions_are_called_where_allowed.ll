; Calls that allow approximations (afn) are those of what stands in, of vectors too. Others stay: calls
; without the flag, functions of doubles and halves, what nothing stands in for, and what
; the program defines itself.
; RUN: cleave-opt --passes=approximate_functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(float %x, <4 x float> %v, double %d, half %h, ptr %out) {
; CHECK-LABEL: @k
; CHECK-NEXT: call afn spir_func float @_Z10native_sinf(float %x)
; CHECK-NEXT: call fast spir_func <4 x float> @_Z10native_cosDv4_f(<4 x float> %v)
; CHECK-NEXT: call fast spir_func float @_Z21__cleave_relaxed_powrff(float %x, float %x)
; CHECK-NEXT: call nnan spir_func float @_Z3sinf(float %x)
; CHECK-NEXT: call fast spir_func double @_Z3sind(double %d)
; CHECK-NEXT: call fast spir_func half @_Z3sinDh(half %h)
; CHECK-NEXT: call fast spir_func float @_Z4sinhf(float %x)
; CHECK-NEXT: call fast spir_func float @_Z3expf(float %x)
  %a = call afn spir_func float @_Z3sinf(float %x)
  %b = call fast spir_func <4 x float> @_Z3cosDv4_f(<4 x float> %v)
  %c = call fast spir_func float @_Z4powrff(float %x, float %x)
  %e = call nnan spir_func float @_Z3sinf(float %x)
  %f = call fast spir_func double @_Z3sind(double %d)
  %g = call fast spir_func half @_Z3sinDh(half %h)
  %i = call fast spir_func float @_Z4sinhf(float %x)
  %j = call fast spir_func float @_Z3expf(float %x)
  ret void
}

define spir_func float @_Z3expf(float %x) {
  ret float %x
}

declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z4sinhf(float)
declare spir_func float @_Z4powrff(float, float)
declare spir_func <4 x float> @_Z3cosDv4_f(<4 x float>)
declare spir_func double @_Z3sind(double)
declare spir_func half @_Z3sinDh(half)
