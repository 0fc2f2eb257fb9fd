; Every function asks the launch where the program's variables are; initialisers that mention each
; other keep nothing alive.
; RUN: cleave-opt --passes=lower_program_scope %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@number = addrspace(1) global i32 5, align 4 #0
@pointer = addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @number, i64 2), align 8 #1
; CHECK-NOT: @number
; CHECK-NOT: @pointer
; CHECK-LABEL: define spir_func ptr addrspace(1) @f
; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %[[CONTEXT]]
; CHECK: %[[BASE:.*]] = load ptr addrspace(1), ptr %[[FIELD]]{{.*}}!invariant.load
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr addrspace(1) %[[BASE]], i64 8
; CHECK: load ptr addrspace(1), ptr addrspace(1) %[[PLACE]]
define spir_func ptr addrspace(1) @f() {
  %loaded = load ptr addrspace(1), ptr addrspace(1) @pointer
  ret ptr addrspace(1) %loaded
}
; CHECK-LABEL: define spir_kernel void @k
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 0
; CHECK: getelementptr i8, ptr addrspace(1) %[[PLACE]], i64 1
define spir_kernel void @k() {
  store i8 1, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @number, i64 1)
  ret void
}
attributes #0 = { "cleave-program-scope"="0" }
attributes #1 = { "cleave-program-scope"="8" }
