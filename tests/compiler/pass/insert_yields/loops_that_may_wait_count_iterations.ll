; A spin loop counts its iterations and yields now and then.
; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k.body()
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: {{^}}loop.again:
; CHECK: %[[MORE:.*]] = add i64 %iterations, 1
; CHECK: %[[CONTEXT:.*]] = call ptr @__cleave_context()
; CHECK: %[[PATIENCE:.*]] = load i64
; CHECK: %[[LOW:.*]] = and i64 %[[MORE]], %[[PATIENCE]]
; CHECK: icmp eq i64 %[[LOW]], %[[PATIENCE]]
; CHECK: call void @__cleave_yield(ptr %[[CONTEXT]])
; CHECK: {{^}}loop:
; CHECK: %iterations = phi i64 [ %[[MORE]], %{{.*}} ], [ 0, %entry ]
; CHECK: load atomic i32
; CHECK: br i1 {{.*}}, label %end, label %loop.again
; CHECK: attributes #[[KERNEL]] = {{.*}}"cleave-has-yield"
define void @k.body() "cleave-kernel"="k" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %seen = load atomic i32, ptr %p acquire, align 4
  %is_turn = icmp eq i32 %seen, 7
  br i1 %is_turn, label %end, label %loop
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
