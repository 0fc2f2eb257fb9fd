; In each iteration of the loop a column is loaded that all rows share: four rows run as one, as parts of
; one function, and share it. The entry takes four rows at a time.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-y=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal i32 @k.body.region0({{.*}}) #[[PARTS:.*]] {
; CHECK: %[[PART:.*]] = call range(i32 0, 4) i32 @__cleave_part()
; CHECK: %[[DOWN:.*]] = udiv i32 %[[PART]], 1
; CHECK: add nuw nsw i32 %3, %[[DOWN]]
; CHECK: define void @__cleave_kernel_k(
; CHECK: add nuw nsw i32 %y{{.*}}, 4
; CHECK: attributes #[[PARTS]] = {{.*}}"cleave-parts"="4"
define internal void @k.body() "cleave-kernel"="k" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr float, ptr %data, i64 %x
  %line = getelementptr float, ptr %data, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr %column, i64 %i
  %down = getelementptr float, ptr %line, i64 %i
  %a = load float, ptr %along
  %b = load float, ptr %down
  %product = fmul float %a, %b
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  store volatile float %more, ptr %column
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)
