; It writes nothing but what all work-items share: the first sub-group does it for all, loops or not.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK-COUNT-3: call i32 @llvm.umin.i32(i32 0, i32 %{{.*}})
; CHECK: %[[END:.*]] = call i32 @llvm.umin.i32(i32 0, i32 %{{.*}})
; CHECK-NEXT: br label
; CHECK: call i32 @k.body.region1(
; CHECK: icmp ult i32 %{{.*}}, %[[END]]
define internal void @k.body() "cleave-kernel"="k" {
entry:
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr i32, ptr %context, i64 %id
  store i32 1, ptr %place
  call void @__cleave_work_group_barrier()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %one = getelementptr i32, ptr %context, i64 %i
  %v = load i32, ptr %one
  %more = add i32 %sum, %v
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %end, label %loop
end:
  call void @__cleave_work_group_barrier()
  store i32 %more, ptr %place
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context() memory(none) nounwind willreturn
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
