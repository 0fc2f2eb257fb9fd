; No loop that runs a region, or a lane of one, is unrolled by a factor.
; RUN: cleave-opt --passes=form_regions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal i32 @k.body.region0
; CHECK: br i1 {{.*}}, label %exit, label %lane, !llvm.loop ![[LANES:[0-9]+]]
; CHECK: define void @__cleave_kernel_k
; CHECK: br i1 {{.*}}, !llvm.loop ![[SUB_GROUPS:[0-9]+]]
; CHECK: br label %region{{.*}}, !llvm.loop ![[GROUP:[0-9]+]]
; CHECK: ![[LANES]] = distinct !{![[LANES]], ![[RULE:[0-9]+]]}
; CHECK: ![[RULE]] = !{!"llvm.loop.unroll.runtime.disable"}
; CHECK: ![[SUB_GROUPS]] = distinct !{![[SUB_GROUPS]], ![[RULE]]}
; CHECK: ![[GROUP]] = distinct !{![[GROUP]], ![[RULE]]}
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  br label %loop
loop:
  store volatile i32 1, ptr %context
  call void @__cleave_work_group_barrier()
  br label %loop
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
