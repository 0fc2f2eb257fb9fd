; Rows are longer than a sub-group, and no multiples: the entry tells each sub-group where its first lane
; stands, as in whole rows, and lanes beyond the end of the row leave. Two run at once: the second may
; have no lane at all, and rows have an even number of them.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=ragged --jam-x=2 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4)
; CHECK: %[[SIZE:.*]] = trunc nuw nsw i64 %{{.*}} to i32
; CHECK: %[[LANE:.*]] = call noundef range(i32 0, 8) i32 @__cleave_lane()
; CHECK: %[[X:.*]] = add nuw nsw i32 %{{.*}}, %[[LANE]]
; CHECK: %[[INSIDE:.*]] = icmp ult i32 %[[X]], %[[SIZE]]
; CHECK: br i1 %[[INSIDE]], label %lane, label %lane.end
; The linear id is no longer the sub-group's number and the lane's.
; CHECK: %[[ROWS:.*]] = mul nuw i32 %4, %{{.*}}
; CHECK: %[[ROW:.*]] = add nuw i32 %[[ROWS]], %{{.*}}
; CHECK: %[[BEFORE:.*]] = mul nuw i32 %[[ROW]], %[[SIZE]]
; CHECK: add nuw i32 %[[BEFORE]], %[[X]]
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK: %[[MORE:.*]] = add nuw i32 %{{.*}}, 15
; CHECK: %[[STEPS:.*]] = udiv i32 %[[MORE]], 16
; CHECK: mul i32 %[[STEPS]], 2
; CHECK: add nuw nsw i32 %x{{.*}}, 16
define internal void @k.body() "cleave-kernel"="k" {
entry:
  %data = call ptr @__cleave_context()
  %id = call i32 @__cleave_local_linear_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr %data, i32 %i
  %a = load float, ptr %along
  %more = fadd float %sum, %a
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %loop, label %end
end:
  %place = getelementptr float, ptr %data, i32 %id
  store volatile float %more, ptr %place
  ret void
}
declare ptr @__cleave_context() memory(none)
declare i32 @__cleave_local_linear_id() memory(none)
