; The result is 0, or -1 when the record found no room; nothing is written then.
; RUN: cleave-opt --passes=lower_printf %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @f
; CHECK: %[[FAILED:.*]] = icmp eq ptr %{{.*}}, null
; CHECK: %[[RESULT:.*]] = select i1 %[[FAILED]], i32 -1, i32 0
; CHECK: %[[GOOD:.*]] = xor i1 %[[FAILED]], true
; CHECK: br i1 %[[GOOD]]
; CHECK: ret i32 %[[RESULT]]
define i32 @f() {
  %printed = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)
  ret i32 %printed
}
declare i32 @printf(ptr addrspace(2), ...)
; No ring, or a reservation beyond its capacity, which is counted.
; CHECK-LABEL: define internal ptr @__cleave_printf_place(ptr %0, i64 %1)
; CHECK: icmp eq ptr %0, null
; CHECK: atomicrmw add ptr %{{.*}}, i64 %1 monotonic
; CHECK: icmp ule i64
; CHECK: %[[DROPPED:.*]] = getelementptr i8, ptr %0, i64 16
; CHECK: atomicrmw add ptr %[[DROPPED]], i64 1 monotonic
; CHECK: ret ptr null
