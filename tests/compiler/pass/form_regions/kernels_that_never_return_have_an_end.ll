; A region from which no way leads out ends the work-group, as far as the entry can tell: its blocks are
; whole.
; RUN: cleave-opt --passes=form_regions --lanes=serial %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions --lanes=rows %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions,widen --lanes=rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__cleave_kernel_k(
; CHECK: ret void
define internal void @k.body() "cleave-kernel"="k" {
  br label %turn
turn:
  br label %turn
}

; CHECK-LABEL: define {{.*}}@__cleave_kernel_traps(
; CHECK: ret void
define internal void @traps.body() "cleave-kernel"="traps" {
  call void @llvm.trap()
  unreachable
}
declare void @llvm.trap()
