; Bits of lanes that lie beside each other would be gathered one by one; bytes are a vector.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=vector %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: %[[BYTE:.*]] = zext i1 %{{.*}} to i8
; CHECK: store i8 %[[BYTE]]
; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: %[[BIT:.*]] = trunc i8 %{{.*}} to i1
; CHECK: br i1 %[[BIT]]
define internal void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %id = call i64 @__cleave_local_id(i32 0)
  %place = getelementptr i32, ptr %context, i64 %id
  %v = load volatile i32, ptr %place
  %odd = trunc i32 %v to i1
  call void @__cleave_work_group_barrier()
  br i1 %odd, label %there, label %end
there:
  store volatile i32 1, ptr %place
  br label %end
end:
  ret void
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none) nounwind willreturn
