; Bytes, argument count, format; then kind, element size and count before each payload.
; RUN: cleave-opt --passes=lower_printf %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@format = addrspace(2) constant [6 x i8] c"%d %f\00"
; CHECK-NOT: @printf
; CHECK-LABEL: define void @f
; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %[[CONTEXT]], i64 120
; CHECK: %[[RING:.*]] = load ptr, ptr %[[FIELD]]
; 16 bytes of record, 2 arguments of 8 + 8.
; CHECK: %[[PLACE:.*]] = call ptr @__cleave_printf_place(ptr %[[RING]], i64 48)
; CHECK: store i32 48,
; CHECK: store i32 2,
; CHECK: store i64 ptrtoint (ptr addrspace(2) @format to i64),
; An integer of 4 bytes, once.
; CHECK: store i16 0,
; CHECK: store i16 4,
; CHECK: store i32 1,
; CHECK: store i32 %a,
; A floating-point number of 8 bytes, once.
; CHECK: store i16 1,
; CHECK: store i16 8,
; CHECK: store i32 1,
; CHECK: store double %b,
define void @f(i32 %a, double %b) {
  %printed = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %a, double %b)
  ret void
}
declare i32 @printf(ptr addrspace(2), ...)
