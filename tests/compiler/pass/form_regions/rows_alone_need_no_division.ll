; If a work-group is one row, lanes stand at their linear ids. One slice takes one division, more take two.
; RUN: cleave-opt --passes=form_regions --lanes=vector --width=8 --local-size=50,1,1 %s | FileCheck %s --check-prefix=ROW
; RUN: cleave-opt --passes=form_regions --lanes=vector --width=8 --local-size=10,5,1 %s | FileCheck %s --check-prefix=SLICE
; RUN: cleave-opt --passes=form_regions --lanes=vector --width=8 --local-size=10,5,2 %s | FileCheck %s --check-prefix=BOX
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; ROW-LABEL: define {{.*}} @k.body.region0(
; ROW: call {{.*}}i32 @__cleave_lane()
; ROW-NOT: fptosi
; ROW: store i32
; SLICE-LABEL: define {{.*}} @k.body.region0(
; SLICE: call {{.*}}i32 @__cleave_lane()
; SLICE-COUNT-1: fptosi
; SLICE-NOT: fptosi
; SLICE: store i32
; BOX-LABEL: define {{.*}} @k.body.region0(
; BOX: call {{.*}}i32 @__cleave_lane()
; BOX-COUNT-2: fptosi
; BOX: store i32
define void @k.body() "cleave-kernel"="k" {
  %context = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %z = call i64 @__cleave_local_id(i32 2)
  %xy = add i64 %x, %y
  %all = add i64 %xy, %z
  %n = trunc i64 %all to i32
  %to = getelementptr i32, ptr %context, i64 %x
  store i32 %n, ptr %to
  ret void
}
declare i64 @__cleave_local_id(i32)
declare ptr @__cleave_context() memory(none)
