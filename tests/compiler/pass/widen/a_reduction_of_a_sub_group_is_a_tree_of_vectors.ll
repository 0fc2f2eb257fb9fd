; By halves, each lane with the one half a vector away; lanes that do not run change nothing. The
; result is one scalar.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [4 x float] [float 1.0, float 2.0, float 4.0, float 8.0], align 16
@out = global [4 x float] zeroinitializer, align 16

; CHECK-LABEL: define internal void @all_lanes(
; CHECK: %[[HALF:.*]] = fadd <2 x float>
; CHECK: %[[ONE:.*]] = fadd <1 x float>
; CHECK: extractelement <1 x float> %[[ONE]], i64 0
define internal void @all_lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr float, ptr @in, i64 %index
  %x = load float, ptr %from
  %sum = call float @__cleave_sub_group_reduce_fadd_f32(float %x)
  %to = getelementptr float, ptr @out, i64 %index
  store float %sum, ptr %to
  ret void
}
; CHECK-LABEL: define internal void @some_lanes(
; CHECK: select <4 x i1> %{{.*}}, <4 x float> %{{.*}}, <4 x float> splat (float -0.000000e+00)
define internal void @some_lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %inside = icmp ult i32 %lane, 3
  br i1 %inside, label %there, label %end
there:
  %index = zext i32 %lane to i64
  %from = getelementptr float, ptr @in, i64 %index
  %x = load float, ptr %from
  %sum = call float @__cleave_sub_group_reduce_fadd_f32(float %x)
  %to = getelementptr float, ptr @out, i64 %index
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @all_lanes()
  call void @some_lanes()
  %all = load <4 x float>, ptr @out
  %wrong = fcmp une <4 x float> %all, <float 7.0, float 7.0, float 7.0, float 15.0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare float @__cleave_sub_group_reduce_fadd_f32(float) convergent memory(none)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
