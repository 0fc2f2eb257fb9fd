; 8 × 4 × 1 work-items in sub-groups of 8: four rows of one sub-group each.
; RUN: cleave-opt --passes=form_regions,simplify --lanes=rows --width=8 --local-size=8,4,1 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}void @__cleave_kernel_k(ptr %0)
; CHECK-NOT: load
; CHECK: call i32 @k.body.region0(ptr %0, i32 %[[Y:[^,]*]], i32 0, i32 %[[Y]], i32 0)
; CHECK-NOT: load
; CHECK: icmp {{.*}}ult i32 %{{.*}}, 3
define void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  store volatile i32 1, ptr %context
  ret void
}
declare ptr @__cleave_context() memory(none)
