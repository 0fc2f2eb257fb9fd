; Six loads that no work-item's id changes, as of a filter: four rows that run as one load them once. One of
; them less, since the launch gives it anyway, is not worth that.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-y=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @few.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @many.body.region0(
; CHECK: call range(i32 0, 4) i32 @__cleave_part()
define internal void @few.body() "cleave-kernel"="few" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %row = mul i64 %y, 100
  %place = add i64 %row, %x
  %own = getelementptr float, ptr %data, i64 %place
  %v = load float, ptr %own
  %p0 = getelementptr float, ptr %data, i64 0
  %f0 = load float, ptr %p0, !invariant.load !0
  %s0 = fadd float %v, %f0
  %p1 = getelementptr float, ptr %data, i64 1
  %f1 = load float, ptr %p1
  %s1 = fadd float %s0, %f1
  %p2 = getelementptr float, ptr %data, i64 2
  %f2 = load float, ptr %p2
  %s2 = fadd float %s1, %f2
  %p3 = getelementptr float, ptr %data, i64 3
  %f3 = load float, ptr %p3
  %s3 = fadd float %s2, %f3
  %p4 = getelementptr float, ptr %data, i64 4
  %f4 = load float, ptr %p4
  %s4 = fadd float %s3, %f4
  %p5 = getelementptr float, ptr %data, i64 5
  %f5 = load float, ptr %p5
  %s5 = fadd float %s4, %f5
  store float %s5, ptr %own
  ret void
}
define internal void @many.body() "cleave-kernel"="many" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %row = mul i64 %y, 100
  %place = add i64 %row, %x
  %own = getelementptr float, ptr %data, i64 %place
  %v = load float, ptr %own
  %p0 = getelementptr float, ptr %data, i64 0
  %f0 = load float, ptr %p0
  %s0 = fadd float %v, %f0
  %p1 = getelementptr float, ptr %data, i64 1
  %f1 = load float, ptr %p1
  %s1 = fadd float %s0, %f1
  %p2 = getelementptr float, ptr %data, i64 2
  %f2 = load float, ptr %p2
  %s2 = fadd float %s1, %f2
  %p3 = getelementptr float, ptr %data, i64 3
  %f3 = load float, ptr %p3
  %s3 = fadd float %s2, %f3
  %p4 = getelementptr float, ptr %data, i64 4
  %f4 = load float, ptr %p4
  %s4 = fadd float %s3, %f4
  %p5 = getelementptr float, ptr %data, i64 5
  %f5 = load float, ptr %p5
  %s5 = fadd float %s4, %f5
  store float %s5, ptr %own
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)
!0 = !{}
