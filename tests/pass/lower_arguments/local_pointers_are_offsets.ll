; The block holds a distance from the local memory of the work-group.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %[[CONTEXT]], i64 184
; CHECK: %[[BASE:.*]] = load ptr addrspace(3), ptr %[[FIELD]]
; CHECK: %[[DISTANCE:.*]] = load i64, ptr %{{.*}}, align 8
; CHECK: %[[LOCAL:.*]] = getelementptr i8, ptr addrspace(3) %[[BASE]], i64 %[[DISTANCE]]
; CHECK: store i32 1, ptr addrspace(3) %[[LOCAL]]
define spir_kernel void @k(ptr addrspace(3) align 4 %local) {
  store i32 1, ptr addrspace(3) %local
  ret void
}
