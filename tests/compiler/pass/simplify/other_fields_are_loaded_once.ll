; p->x += p->dx; p->y += p->dy; and then questions about both: a store to one field of a structure changes no other
; one. In OpenCL C as it is written each use is a load, and each load of a lane's structure is vectors and shuffles.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i1 @f(
; CHECK-COUNT-3: load float
; CHECK-NOT: load float
; CHECK: ret i1
define i1 @f(ptr addrspace(1) %x) {
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  %d = getelementptr i8, ptr addrspace(1) %x, i64 8
  %d1 = load float, ptr addrspace(1) %d
  %x1 = load float, ptr addrspace(1) %x
  %x2 = fadd float %x1, %d1
  store float %x2, ptr addrspace(1) %x
  %d2 = load float, ptr addrspace(1) %d
  %y1 = load float, ptr addrspace(1) %y
  %y2 = fadd float %y1, %d2
  store float %y2, ptr addrspace(1) %y
  %x3 = load float, ptr addrspace(1) %x
  %y3 = load float, ptr addrspace(1) %y
  %less = fcmp olt float %x3, %y3
  ret i1 %less
}

; Another pointer may lead to the same field, and a barrier is where others may write.
; CHECK-LABEL: define float @g(
; CHECK: load float, ptr addrspace(1) %x
; CHECK: load float, ptr addrspace(1) %x
; CHECK: load float, ptr addrspace(1) %x
; CHECK: ret float
define float @g(ptr addrspace(1) %x, ptr addrspace(1) %other) {
  %x1 = load float, ptr addrspace(1) %x
  store float 1.0, ptr addrspace(1) %other
  %x2 = load float, ptr addrspace(1) %x
  call void @__cleave_work_group_barrier()
  %x3 = load float, ptr addrspace(1) %x
  %a = fadd float %x1, %x2
  %b = fadd float %a, %x3
  ret float %b
}
declare void @__cleave_work_group_barrier()
