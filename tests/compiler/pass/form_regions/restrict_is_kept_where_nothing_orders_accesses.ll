; Lanes that run together access memory at once. What one of them may take for granted of its pointers holds for all,
; unless an atomic operation lets one lane read what another one wrote.
; RUN: cleave-opt --passes=form_regions --lanes=rows %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @apart.body.region0(
; CHECK: call void @llvm.experimental.noalias.scope.decl
; CHECK: store i32 1, ptr addrspace(1) null, {{.*}}!alias.scope
; CHECK: load i32, ptr addrspace(1) null, {{.*}}!noalias
; CHECK-LABEL: define internal i32 @ordered.body.region0(
; CHECK-NOT: !alias.scope
; CHECK-NOT: !noalias
define internal void @apart.body() "cleave-kernel"="apart" {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  store i32 1, ptr addrspace(1) null, !alias.scope !0
  %x = load i32, ptr addrspace(1) null, !noalias !0
  store i32 %x, ptr null
  ret void
}
define internal void @ordered.body() "cleave-kernel"="ordered" {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  store i32 1, ptr addrspace(1) null, !alias.scope !0
  %old = atomicrmw add ptr addrspace(1) null, i32 1 seq_cst
  %x = load i32, ptr addrspace(1) null, !noalias !0
  store i32 %x, ptr null
  ret void
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
