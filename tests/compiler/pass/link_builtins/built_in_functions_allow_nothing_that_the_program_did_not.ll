; The functions of the library have no fast-math flags, neither those they were compiled with nor those of
; their callers.
; RUN: cleave-opt --passes=link_builtins %s | FileCheck %s
; RUN: cleave-opt --pipeline=vector --lanes=rows %s | FileCheck --check-prefix=WIDE %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: fast float @_Z3tanf
; CHECK-NOT: {{ (fast|reassoc|nnan|ninf|nsz|arcp|afn|contract) }}
; WIDE: define
; WIDE-NOT: {{ (fast|reassoc|nnan|ninf|nsz|arcp|afn|contract) }}
define spir_kernel void @k(ptr addrspace(1) %data) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %place
  %a = call fast spir_func float @_Z3tanf(float %v)
  %b = call spir_func float @_Z5tanpif(float %a)
  %c = call spir_func float @_Z5rsqrtf(float %b)
  %d = insertelement <2 x float> zeroinitializer, float %c, i32 0
  %e = call spir_func <2 x float> @_Z9normalizeDv2_f(<2 x float> %d)
  %f = extractelement <2 x float> %e, i32 0
  store float %f, ptr addrspace(1) %place
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func float @_Z3tanf(float)
declare spir_func float @_Z5tanpif(float)
declare spir_func float @_Z5rsqrtf(float)
declare spir_func <2 x float> @_Z9normalizeDv2_f(<2 x float>)
