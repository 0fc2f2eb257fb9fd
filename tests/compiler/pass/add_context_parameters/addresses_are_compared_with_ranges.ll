; A generic pointer leads into local memory if it lies in one range of the context, into private
; memory if in one of three.
; RUN: cleave-opt --passes=add_context_parameters %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(4) %{{.*}} to i64
; CHECK: %[[BEGIN:.*]] = load i64, ptr %{{.*}} !invariant.load
; CHECK: %[[DISTANCE:.*]] = sub i64 %[[ADDRESS]], %[[BEGIN]]
; CHECK: %[[BYTES:.*]] = load i64, ptr %{{.*}} !invariant.load
; CHECK: icmp ult i64 %[[DISTANCE]], %[[BYTES]]
; CHECK: ptrtoint
; CHECK-COUNT-3: icmp ult i64
; CHECK-NOT: icmp
; CHECK-NOT: call {{.*}}_address
define internal void @k.body() "cleave-kernel"="k" {
  %p = load volatile ptr addrspace(4), ptr null
  %l = call i32 @__cleave_is_local_address(ptr addrspace(4) %p)
  %v = call i32 @__cleave_is_private_address(ptr addrspace(4) %p)
  store volatile i32 %l, ptr null
  store volatile i32 %v, ptr null
  ret void
}
declare i32 @__cleave_is_local_address(ptr addrspace(4)) memory(none)
declare i32 @__cleave_is_private_address(ptr addrspace(4)) memory(none)
