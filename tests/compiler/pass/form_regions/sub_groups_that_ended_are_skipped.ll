; Sub-groups may part at a sub-group barrier, and one of them return: then the others go on to the
; work-group barrier and the region behind it is not for the one that ended.
; RUN: cleave-opt --passes=form_regions --width=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; A byte for each work-item says that it has returned.
; CHECK: define void @__cleave_kernel_k(ptr %0) {{.*}}#[[ENTRY:[0-9]+]]
; CHECK: attributes #[[ENTRY]] = {{{.*}}"cleave-frame-bytes"="1"
define internal void @k.body() #0 {
  %id = call i32 @__cleave_local_linear_id()
  %first = icmp ult i32 %id, 4
  br i1 %first, label %leaves, label %stays
leaves:
  call void @__cleave_sub_group_barrier()
  ret void
stays:
  call void @__cleave_sub_group_barrier()
  br label %meets
meets:
  call void @__cleave_work_group_barrier()
  br label %end
end:
  ret void
}
declare i32 @__cleave_local_linear_id() memory(none)
declare void @__cleave_sub_group_barrier() convergent
declare void @__cleave_work_group_barrier() convergent
attributes #0 = { "cleave-kernel"="k" }
