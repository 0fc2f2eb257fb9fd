; Whether any bit of a vector is set, and whether all are, is asked of its elements.
; RUN: cleave-opt --passes=scalarise %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i1 @none(
; CHECK-DAG: %[[BIT0:.*]] = fcmp olt float %{{.*}}, 0.0
; CHECK-DAG: %[[BIT1:.*]] = fcmp olt float %{{.*}}, 1.0
; CHECK-DAG: %[[BIT2:.*]] = fcmp olt float %{{.*}}, 2.0
; CHECK: %[[SOME:.*]] = or i1 %[[BIT0]], %[[BIT1]]
; CHECK: %[[ANY:.*]] = or i1 %[[SOME]], %[[BIT2]]
; CHECK: %[[NONE:.*]] = xor i1 %[[ANY]], true
; CHECK: ret i1 %[[NONE]]
define i1 @none(<3 x float> %x) {
  %bits = fcmp olt <3 x float> %x, <float 0.0, float 1.0, float 2.0>
  %number = bitcast <3 x i1> %bits to i3
  %none = icmp eq i3 %number, 0
  ret i1 %none
}
; CHECK-LABEL: define i1 @all(
; CHECK: %[[ALL:.*]] = and i1 %{{.*}}, %{{.*}}
; CHECK: ret i1 %[[ALL]]
define i1 @all(<2 x float> %x) {
  %bits = fcmp olt <2 x float> %x, <float 0.0, float 1.0>
  %number = bitcast <2 x i1> %bits to i2
  %all = icmp eq i2 %number, -1
  ret i1 %all
}
