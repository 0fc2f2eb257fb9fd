; Frames are known where regions are formed only.
; RUN: cleave-opt --passes=inline_synchronising %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: define {{.*}}@exchanges
define ptr @exchanges() {
  %p = call ptr @__cleave_sub_group_exchange()
  ret ptr %p
}
; CHECK-LABEL: define spir_kernel void @k
; CHECK: call ptr @__cleave_sub_group_exchange()
define spir_kernel void @k() {
  %p = call ptr @exchanges()
  store i8 1, ptr %p
  ret void
}
declare ptr @__cleave_sub_group_exchange()
