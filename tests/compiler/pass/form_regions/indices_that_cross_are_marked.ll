; An index that was computed from ids before a barrier may be that of neighbours, as it could be if it did not cross: its load
; says so. What was loaded from memory is any number.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK-DAG: load i64, ptr %{{.*}}, align 8, !cleave.computed
; CHECK-DAG: load i32, ptr %{{.*}}, align 4{{$}}
; CHECK-DAG: load i16, ptr %{{.*}}, align 2{{$}}
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %size = load i64, ptr %context, !invariant.load !0
  %next = add i64 %id, 1
  %around = urem i64 %next, %size
  %place = getelementptr i32, ptr %context, i64 %id
  %any = load volatile i32, ptr %place
  %short = trunc i64 %id to i16
  %sum = trunc i32 %any to i16
  %both = udiv i16 %sum, %short
  call void @__cleave_work_group_barrier()
  %to = getelementptr i32, ptr %context, i64 %around
  store volatile i32 %any, ptr %to
  store volatile i16 %both, ptr %to
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
!0 = !{}
