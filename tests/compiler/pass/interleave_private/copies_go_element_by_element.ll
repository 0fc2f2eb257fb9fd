; A table that is copied into a variable is copied element by element: they do not lie together any more.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@table = constant [3 x i32] [i32 4, i32 5, i32 6]
; CHECK-LABEL: define internal void @k.body(
; CHECK: alloca [96 x i8], align 64, !cleave.interleaved
; CHECK-NOT: llvm.memcpy.p0
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr @table, i64 %[[I:.*]]
; CHECK: %[[V:.*]] = load i32, ptr %[[FROM]]
; CHECK: mul i64 %{{.*}}, 8
; CHECK: store i32 %[[V]]
; CHECK: icmp eq i64 %{{.*}}, 3
define internal void @k.body(i64 %i) "cleave-kernel"="k" {
  %v = alloca [3 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr @table, i64 12, i1 false)
  %place = getelementptr i32, ptr %v, i64 %i
  %got = load i32, ptr %place
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
