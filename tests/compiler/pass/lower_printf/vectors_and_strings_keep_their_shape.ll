; A vector of three has three elements in a payload padded to 8; a string is a pointer.
; RUN: cleave-opt --passes=lower_printf %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @f
; CHECK: call ptr @__cleave_printf_place(ptr %{{.*}}, i64 56)
; CHECK: store i16 0,
; CHECK: store i16 4,
; CHECK: store i32 3,
; CHECK: %[[LAST:.*]] = extractelement <3 x i32> %v, i64 2
; CHECK: store i32 %[[LAST]],
; CHECK: store i16 2,
; CHECK: store i16 8,
; CHECK: store i32 1,
; CHECK: store ptr addrspace(2) %s,
define void @f(<3 x i32> %v, ptr addrspace(2) %s) {
  %printed = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null, <3 x i32> %v, ptr addrspace(2) %s)
  ret void
}
declare i32 @printf(ptr addrspace(2), ...)
