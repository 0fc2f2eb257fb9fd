; If neighbours in memory are the items below each other, as many rows run as one as there may, up to W.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-y=16 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: "cleave-parts"="8"
define internal void @k.body() "cleave-kernel"="k" {
  %data = call ptr @__cleave_context()
  %n = load i64, ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %row = mul i64 %y, %n
  %from = add i64 %row, %x
  %source = getelementptr float, ptr %data, i64 %from
  %v = load float, ptr %source
  %column = mul i64 %x, %n
  %to = add i64 %column, %y
  %target = getelementptr float, ptr %data, i64 %to
  store float %v, ptr %target
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)
!0 = !{}
