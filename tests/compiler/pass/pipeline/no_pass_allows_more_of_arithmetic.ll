; Nothing is said of floating point that the program has not said, on either codegen mode: no flags are added,
; products and sums of different statements stay apart, and those of one expression stay together.
; RUN: cleave-opt --pipeline=vector --lanes=rows %s | FileCheck %s
; RUN: cleave-opt --pipeline=scalar %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: {{fast|reassoc|nnan|ninf|nsz|arcp|afn|contract}}
; CHECK: @llvm.fmuladd
; CHECK-NOT: {{fast|reassoc|nnan|ninf|nsz|arcp|afn|contract}}
; CHECK: fmul
; CHECK-NOT: {{fast|reassoc|nnan|ninf|nsz|arcp|afn|contract}}
; CHECK: fadd
; CHECK-NOT: {{fast|reassoc|nnan|ninf|nsz|arcp|afn|contract}}
; CHECK: fdiv
; CHECK-NOT: {{fast|reassoc|nnan|ninf|nsz|arcp|afn|contract}}
define spir_kernel void @k(ptr addrspace(1) %data) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %place
  %a = call float @llvm.fmuladd.f32(float %v, float %v, float 2.0)
  %b = fmul float %a, %v
  %positive = fcmp ogt float %b, 1.0
  br i1 %positive, label %then, label %end
then:
  %c = fadd float %b, %v
  br label %end
end:
  %d = phi float [ %b, %0 ], [ %c, %then ]
  %e = fdiv float %d, 3.0
  store float %e, ptr addrspace(1) %place
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
