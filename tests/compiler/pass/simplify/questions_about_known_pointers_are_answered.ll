; to_local and the like cost nothing where the address space is known; elsewhere the question stays.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare i32 @__cleave_is_local_address(ptr addrspace(4)) memory(none)
declare i32 @__cleave_is_private_address(ptr addrspace(4)) memory(none)

; CHECK-LABEL: define i32 @local
; CHECK: ret i32 1
define i32 @local(ptr addrspace(3) %l, i1 %c, i64 %i) {
  %p = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %q = getelementptr i32, ptr addrspace(4) %p, i64 %i
  %either = select i1 %c, ptr addrspace(4) %p, ptr addrspace(4) %q
  %is = call i32 @__cleave_is_local_address(ptr addrspace(4) %either)
  ret i32 %is
}

; CHECK-LABEL: define i32 @global
; CHECK: ret i32 0
define i32 @global(ptr addrspace(1) %a) {
  %p = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %l = call i32 @__cleave_is_local_address(ptr addrspace(4) %p)
  %v = call i32 @__cleave_is_private_address(ptr addrspace(4) %p)
  %any = or i32 %l, %v
  ret i32 %any
}

; CHECK-LABEL: define i32 @private
; CHECK: ret i32 1
define i32 @private() {
  %variable = alloca [4 x i32]
  %p = addrspacecast ptr %variable to ptr addrspace(4)
  %is = call i32 @__cleave_is_private_address(ptr addrspace(4) %p)
  ret i32 %is
}

; CHECK-LABEL: define i32 @unknown
; CHECK: call i32 @__cleave_is_local_address
; CHECK: call i32 @__cleave_is_private_address
define i32 @unknown(ptr addrspace(4) %p, ptr addrspace(1) %a, ptr addrspace(3) %l, i1 %c) {
  %is = call i32 @__cleave_is_local_address(ptr addrspace(4) %p)
  %global = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %local = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %either = select i1 %c, ptr addrspace(4) %global, ptr addrspace(4) %local
  %v = call i32 @__cleave_is_private_address(ptr addrspace(4) %either)
  %any = add i32 %is, %v
  ret i32 %any
}
