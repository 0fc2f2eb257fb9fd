; A slot may need all 128 bytes of the frames' alignment, so the work-group's exchange memory, 16
; bytes for each work-item, stands behind the sub-groups' slots.
; RUN: cleave-opt --passes=form_regions --width=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: %[[FRAMES:.*]] = load ptr, ptr
; CHECK: %[[ITEMS:.*]] = mul i64 %{{.*}}, 4
; CHECK: %[[SLOTS:.*]] = mul i64 %[[ITEMS]], 128
; CHECK: %[[EXCHANGE:.*]] = getelementptr i8, ptr %[[FRAMES]], i64 %[[SLOTS]]
; CHECK: store i32 1, ptr %[[EXCHANGE]]
; CHECK: "cleave-frame-bytes"="144"
define internal void @k.body() #0 {
  %v = load volatile <16 x double>, ptr null
  %exchange = call ptr @__cleave_work_group_exchange()
  store i32 1, ptr %exchange
  call void @__cleave_work_group_barrier()
  store volatile <16 x double> %v, ptr null
  ret void
}
declare ptr @__cleave_work_group_exchange() memory(none)
declare void @__cleave_work_group_barrier() convergent
attributes #0 = { "cleave-kernel"="k" }
