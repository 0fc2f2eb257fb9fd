; In `if (id < s)` sub-groups from s on have nothing to do: the loop over them ends there. At the end
; only the first has work.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions,optimise --width=8 --lanes=rows %s | FileCheck --check-prefix=FOLDED %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal i32 @k.body.limit1(ptr %0, ptr %1)
; CHECK: %[[S:.*]] = load i32, ptr %
; CHECK: call i32 @llvm.umin.i32(i32 %[[S]], i32 1073741824)
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK: %[[LIMIT:.*]] = call i32 @k.body.limit1(ptr %0, ptr %before)
; CHECK: %[[END:.*]] = call i32 @llvm.umin.i32(i32 %[[LIMIT]], i32 %{{.*}})
; CHECK: icmp ult i32 %{{.*}}, %[[END]]
; FOLDED-NOT: call i32 @k.body.limit1
define internal void @k.body() "cleave-kernel"="k" {
entry:
  %context = call ptr @__cleave_context()
  %id.long = call i64 @__cleave_local_id(i32 0)
  %id = trunc i64 %id.long to i32
  %place = getelementptr i32, ptr %context, i64 %id.long
  br label %loop
loop:
  %s = phi i32 [ 64, %entry ], [ %half, %next ]
  call void @__cleave_work_group_barrier()
  %inside = icmp ult i32 %id, %s
  br i1 %inside, label %work, label %next
work:
  %v = load i32, ptr %place
  %doubled = shl i32 %v, 1
  store i32 %doubled, ptr %place
  br label %next
next:
  %half = lshr i32 %s, 1
  %again = icmp ne i32 %half, 0
  br i1 %again, label %loop, label %last
last:
  %first = icmp eq i32 %id, 0
  br i1 %first, label %report, label %end
report:
  store i32 1, ptr %context
  br label %end
end:
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
