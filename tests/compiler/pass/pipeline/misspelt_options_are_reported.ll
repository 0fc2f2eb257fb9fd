; A name in the options that no pass has, or that of a pass which cannot be left out, is told once,
; with the names that there are.
; RUN: CLEAVE_DISABLE_PASSES=optimize,retarget,simplify CLEAVE_DUMP_PASSES=simplfy cleave-opt --pipeline=scalar %s 2>&1 >/dev/null | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: cleave: CLEAVE_DISABLE_PASSES names 'optimize': there is no such pass; optional passes are approximate_functions, combine_sincos, single_item_groups, {{.*}}optimise, divide_by_constants, divide_in_fp, unmask_accesses, load_before_atomic_minmax, lower_fminmax, use_scalef, split_gathers, chain_rows{{$}}
; CHECK-NEXT: cleave: CLEAVE_DISABLE_PASSES names 'retarget': this pass is required and runs all the same; optional passes are {{.*}}
; CHECK-NEXT: cleave: CLEAVE_DUMP_PASSES names 'simplfy': there is no such pass; there are guard_division, {{.*}}
; CHECK-NOT: {{.}}

define spir_kernel void @k(ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
!0 = !{i32 1}
!1 = !{!"none"}
!2 = !{!"ulong*"}
!3 = !{!"ulong*"}
!4 = !{!""}
