; The block holds a distance from the local memory of the work-group.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %{{.*}}, i64 176
; CHECK: %[[BASE:.*]] = load ptr addrspace(3), ptr %[[FIELD]]
; CHECK: %[[DISTANCE:.*]] = load i64, ptr %{{.*}}, align 8
; CHECK: %[[LOCAL:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[BASE]], i64 %[[DISTANCE]]
; CHECK: store i32 1, ptr addrspace(3) %[[LOCAL]]
define spir_kernel void @k(ptr addrspace(3) align 4 %local) {
  store i32 1, ptr addrspace(3) %local
  ret void
}
