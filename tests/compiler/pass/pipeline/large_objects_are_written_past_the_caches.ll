; From a kernel to its nontemporal stores: a[i] is written only, b[i] is read as well.
; RUN: cleave-opt --pipeline=vector --lanes=rows --jam-x=4 --small-ids --small-objects --streamed-arguments=3 --width=16 %s | FileCheck %s
; RUN: cleave-opt --pipeline=vector --lanes=rows --jam-x=4 --small-ids --small-objects --width=16 %s | FileCheck %s --check-prefix=NONE
; RUN: cleave-opt --pipeline=scalar --streamed-arguments=0 --width=16 %s | FileCheck %s --check-prefix=NONE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: store <16 x float> %{{.*}}, ptr addrspace(1) %[[A:.*]], align 64, {{.*}}!nontemporal
; CHECK: store <16 x float> %{{.*}}, ptr addrspace(1) %[[A]], align 4{{$}}
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float>
; NONE-NOT: !nontemporal
define spir_kernel void @k(ptr addrspace(1) align 4 %a, ptr addrspace(1) align 4 %b) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %to = getelementptr float, ptr addrspace(1) %a, i64 %id
  %from = getelementptr float, ptr addrspace(1) %b, i64 %id
  %x = load float, ptr addrspace(1) %from
  store float %x, ptr addrspace(1) %to
  %y = fadd float %x, 1.0
  store float %y, ptr addrspace(1) %from
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
