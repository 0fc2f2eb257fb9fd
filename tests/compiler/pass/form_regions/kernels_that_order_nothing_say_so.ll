; In rows, without barriers, atomics, volatile accesses or calls that might hide them. In ragged rows where each sub-group
; has two lanes at least: one alone may write what it reads.
; RUN: cleave-opt --passes=form_regions --lanes=rows --width=8 %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions --lanes=ragged --local-size=18,1,1 --width=8 %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions --lanes=ragged --local-size=17,1,1 --width=8 %s | FileCheck --check-prefix=ANY %s
; RUN: cleave-opt --passes=form_regions --lanes=ragged --width=8 %s | FileCheck --check-prefix=ANY %s
; RUN: cleave-opt --passes=form_regions --lanes=vector --width=8 %s | FileCheck --check-prefix=ANY %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-DAG: define internal i32 @plain.body.region0({{.*}} #[[PLAIN:[0-9]+]]
; CHECK-DAG: define internal i32 @fenced.body.region0({{.*}} #[[FENCED:[0-9]+]]
; CHECK-DAG: define internal i32 @watches.body.region0({{.*}} #[[FENCED]]
; CHECK-DAG: define internal i32 @waits.body.region1({{.*}} #[[FENCED]]
; CHECK-DAG: attributes #[[PLAIN]] = {{.*}}"cleave-unordered"
; CHECK-DAG: attributes #[[FENCED]] = { nounwind memory(readwrite) "cleave-lanes"="8" }
; ANY-NOT: cleave-unordered
define void @plain.body() "cleave-kernel"="plain" {
  %context = call ptr @__cleave_context()
  store i32 1, ptr %context
  ret void
}
define void @fenced.body() "cleave-kernel"="fenced" {
  %context = call ptr @__cleave_context()
  fence release
  store i32 1, ptr %context
  ret void
}
define void @watches.body() "cleave-kernel"="watches" {
  %context = call ptr @__cleave_context()
  %seen = load volatile i32, ptr addrspace(3) null
  store i32 %seen, ptr %context
  ret void
}
define void @waits.body() "cleave-kernel"="waits" {
  %context = call ptr @__cleave_context()
  store i32 1, ptr %context
  call void @__cleave_work_group_barrier()
  store i32 2, ptr %context
  ret void
}
declare ptr @__cleave_context() memory(none)
declare void @__cleave_work_group_barrier()
