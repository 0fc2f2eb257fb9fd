; An index that a region before has computed from ids is loaded, and checked like one that was computed here. Others that are
; loaded lead anywhere.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@frame = global [8 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0], align 32
@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: br i1
; CHECK: contiguous:
; CHECK: store <4 x i32>
; CHECK: apart:
; CHECK: call void @llvm.masked.scatter
define internal void @lanes(i32 %first) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %slot = getelementptr i32, ptr @frame, i32 %id
  %index = load i32, ptr %slot, !cleave.computed !0
  %to = getelementptr i32, ptr @out, i32 %index
  store i32 %id, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @others(
; CHECK-NOT: contiguous:
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: contiguous:
; CHECK: ret void
define internal void @others(i32 %first) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %slot = getelementptr i32, ptr @frame, i32 %id
  %index = load i32, ptr %slot
  %to = getelementptr i32, ptr @out, i32 %index
  store i32 %id, ptr %to
  ret void
}

define i32 @main() {
  call void @lanes(i32 0)
  call void @lanes(i32 4)
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 7, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
!0 = !{}
