; `restrict` says something about one work-item. A region's loop holds many, so accesses on the far
; side of a barrier do not carry it.
; RUN: cleave-opt --passes=form_regions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: !alias.scope
; CHECK-NOT: !noalias
define internal void @k.body() #0 {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  store i32 1, ptr addrspace(1) null, !alias.scope !0
  call void @__cleave_work_group_barrier()
  %x = load i32, ptr addrspace(1) null, !noalias !0
  store volatile i32 %x, ptr null
  ret void
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @__cleave_work_group_barrier() convergent
attributes #0 = { "cleave-kernel"="k" }
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
