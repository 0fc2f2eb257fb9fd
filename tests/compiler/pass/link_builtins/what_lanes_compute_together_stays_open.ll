; If lanes run together, `widen` makes register operations of what they compute together; where they run in
; turn the library computes it through exchange memory.
; RUN: cleave-opt --passes=link_builtins --lanes=vector %s | FileCheck %s
; RUN: cleave-opt --passes=link_builtins %s | FileCheck --check-prefix=TURN %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-DAG: declare i32 @__cleave_sub_group_reduce_smin_i32(i32 {{.*}}) {{.*}}#[[PURE:[0-9]+]]
; CHECK-DAG: attributes #[[PURE]] = {{.*}}convergent{{.*}}memory(none)
; TURN: define internal i32 @__cleave_sub_group_reduce_smin_i32(
define spir_kernel void @k(ptr addrspace(1) %out) {
  %least = call spir_func i32 @_Z20sub_group_reduce_mini(i32 1)
  store i32 %least, ptr addrspace(1) %out
  ret void
}
declare spir_func i32 @_Z20sub_group_reduce_mini(i32)
