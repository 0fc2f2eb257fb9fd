; A floating-point sum depends on its order, and each lane finds what one order gives: lanes 1, 2 and 3 add one after
; the other between a load and one compare-exchange. The least of all is found first; a NaN is never the least.
; In local memory nobody comes between.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@sum = global float 0x4170000000000000  ; 2^24: one more is rounded away, and six more are not four
@least = global float 0x7FF8000000000000
@greatest = addrspace(3) global double 5.0
@found = global [4 x float] zeroinitializer, align 64
@found_greatest = global [4 x double] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes()
; CHECK: load atomic i32, ptr @sum monotonic
; CHECK: attempt:
; CHECK-COUNT-4: fadd float
; CHECK: cmpxchg ptr @sum, i32 %{{.*}}, i32 %{{.*}} acq_rel acquire
; CHECK: call float @llvm.vector.reduce.fmin.v4f32(
; CHECK: atomicrmw fmin ptr @least
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg
; CHECK: load double, ptr addrspace(3) @greatest
; CHECK: store double %{{.*}}, ptr addrspace(3) @greatest
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %some = icmp ne i32 %lane, 0
  br i1 %some, label %runs, label %end
runs:
  %x = uitofp i32 %lane to float
  %wide = fpext float %x to double
  %minus = fneg float %x
  %old = atomicrmw fadd ptr @sum, float %x acq_rel
  %is_three = icmp eq i32 %lane, 3
  %or_nan = select i1 %is_three, float 0x7FF8000000000000, float %minus
  %unused = atomicrmw fmin ptr @least, float %or_nan monotonic
  %four = fadd double %wide, 4.0
  %before = atomicrmw fmax ptr addrspace(3) @greatest, double %four monotonic
  %index = zext i32 %lane to i64
  %to = getelementptr float, ptr @found, i64 %index
  store float %old, ptr %to
  %wide_to = getelementptr double, ptr @found_greatest, i64 %index
  store double %before, ptr %wide_to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x float>, ptr @found
  %wrong = fcmp une <4 x float> %all, <float 0.0, float 0x4170000000000000, float 0x4170000000000000, float 0x4170000020000000>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %all_greatest = load <4 x double>, ptr @found_greatest
  %wrong_greatest = fcmp une <4 x double> %all_greatest, <double 0.0, double 5.0, double 5.0, double 6.0>
  %some_greatest = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong_greatest)
  %sum = load float, ptr @sum
  %bad = fcmp une float %sum, 0x4170000040000000
  %least = load float, ptr @least
  %worse = fcmp une float %least, -2.0
  %greatest = load double, ptr addrspace(3) @greatest
  %worst = fcmp une double %greatest, 7.0
  %a = or i1 %some, %bad
  %b = or i1 %a, %worse
  %c = or i1 %b, %worst
  %d = or i1 %c, %some_greatest
  %code = zext i1 %d to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
