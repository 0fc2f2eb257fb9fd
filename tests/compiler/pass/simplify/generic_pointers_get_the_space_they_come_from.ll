; Accesses by generic pointers are those of the address space that the pointers were cast from, and
; the variable becomes a value. A pointer from several spaces stays generic.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define float @known
; CHECK: load float, ptr addrspace(1) %a
; CHECK: atomicrmw add ptr addrspace(3) %l
; CHECK-NOT: addrspacecast
define float @known(ptr addrspace(1) %a, ptr addrspace(3) %l) {
  %variable = alloca float
  %place = addrspacecast ptr %variable to ptr addrspace(4)
  %from = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %counter = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %v = load float, ptr addrspace(4) %from
  store float %v, ptr addrspace(4) %place
  %old = atomicrmw add ptr addrspace(4) %counter, i32 1 monotonic
  %w = load float, ptr %variable
  ret float %w
}

; CHECK-LABEL: define float @several
; CHECK: load float, ptr addrspace(4)
define float @several(ptr addrspace(1) %a, ptr addrspace(3) %l, i1 %c) {
  %global = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %local = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %either = select i1 %c, ptr addrspace(4) %global, ptr addrspace(4) %local
  %v = load float, ptr addrspace(4) %either
  ret float %v
}

; The atomic functions of OpenCL C 2.0 take pointers to volatile.
; CHECK-LABEL: define i32 @volatile
; CHECK: store volatile i32 1, ptr addrspace(3) %l
; CHECK: atomicrmw volatile add ptr addrspace(3) %element
; CHECK: cmpxchg volatile ptr addrspace(1) %a
; CHECK: load atomic volatile i32, ptr addrspace(3) %element
; CHECK-NOT: addrspacecast
; CHECK: ret
define i32 @volatile(ptr addrspace(1) %a, ptr addrspace(3) %l, i64 %i) {
  %local = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %global = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %element = getelementptr i32, ptr addrspace(4) %local, i64 %i
  store volatile i32 1, ptr addrspace(4) %local
  %old = atomicrmw volatile add ptr addrspace(4) %element, i32 1 monotonic
  %pair = cmpxchg volatile ptr addrspace(4) %global, i32 %old, i32 2 monotonic monotonic
  %w = load atomic volatile i32, ptr addrspace(4) %element seq_cst, align 4
  ret i32 %w
}
