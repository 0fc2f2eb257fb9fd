; Scopes of a launch's objects hold for all work-items, on both sides of a barrier. The program's
; `restrict` beside them does not.
; RUN: cleave-opt --passes=form_regions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: store i32 1, {{.*}}, !alias.scope [[OBJECT:![0-9]+]]
; CHECK: load i32, {{.*}}, !noalias [[OBJECT]]
; CHECK: [[OBJECT]] = !{[[SCOPE:![0-9]+]]}
; CHECK: [[SCOPE]] = distinct !{[[SCOPE]], [[DOMAIN:![0-9]+]]}
; CHECK: [[DOMAIN]] = distinct !{[[DOMAIN]], !"cleave.objects"}
define internal void @k.body() #0 {
  call void @llvm.experimental.noalias.scope.decl(metadata !5)
  store i32 1, ptr addrspace(1) null, !alias.scope !0
  call void @__cleave_work_group_barrier()
  %x = load i32, ptr addrspace(1) null, !noalias !0
  store volatile i32 %x, ptr null
  ret void
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @__cleave_work_group_barrier() convergent
attributes #0 = { "cleave-kernel"="k" }
!0 = !{!1, !3}
!1 = distinct !{!1, !2}
!2 = distinct !{!2, !"cleave.objects"}
!3 = distinct !{!3, !4}
!4 = distinct !{!4}
!5 = !{!3}
