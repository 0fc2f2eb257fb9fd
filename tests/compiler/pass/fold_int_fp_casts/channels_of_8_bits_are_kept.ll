; A channel of 8 bits that becomes a floating-point number between 0 and 1 and is written to a channel of 8
; bits is the same again. -128 and -127 of a signed one are both -1: those are computed.
; RUN: cleave-opt --passes=fold_int_fp_casts %s | opt -passes=instcombine -S | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @unsigned_channel(
; CHECK-NEXT: %[[KEPT:.*]] = and i32 %texel, 255
; CHECK-NEXT: ret i32 %[[KEPT]]
define i32 @unsigned_channel(i32 %texel) {
  %channel = and i32 %texel, 255
  %number = uitofp nneg i32 %channel to float
  %most = fmul float %number, 3.906250e-03
  %read = call float @llvm.fmuladd.f32(float %most, float 0x3F70101020000000, float %most)
  %is.above = fcmp ogt float %read, 0.0
  %above = select i1 %is.above, float %read, float 0.0
  %clamped = call float @llvm.minnum.f32(float %above, float 1.0)
  %scaled = fmul float %clamped, 2.550000e+02
  %rounded = fadd float %scaled, 0x4168000000000000
  %bits = bitcast float %rounded to i32
  %written = and i32 %bits, 255
  ret i32 %written
}

; CHECK-LABEL: define i32 @signed_channel(
; CHECK: fptosi
define i32 @signed_channel(i8 %channel) {
  %number = sitofp i8 %channel to float
  %read = fdiv float %number, 127.0
  %clamped = call float @llvm.maxnum.f32(float %read, float -1.0)
  %scaled = fmul float %clamped, 127.0
  %rounded = call float @llvm.rint.f32(float %scaled)
  %written = fptosi float %rounded to i32
  ret i32 %written
}

; A number of more bits, another constant and two numbers are computed, too.
; CHECK-LABEL: define i32 @others(
; CHECK: fptosi
; CHECK: fptosi
; CHECK: fptosi
define i32 @others(i16 %wide, i8 %one, i8 %other) {
  %a = uitofp i16 %wide to float
  %a.scaled = fmul float %a, 1.5
  %a.whole = fptosi float %a.scaled to i32
  %b = uitofp i8 %one to float
  %b.scaled = fmul float %b, 1.5
  %b.whole = fptosi float %b.scaled to i32
  %c = uitofp i8 %other to float
  %both = fadd float %b, %c
  %c.whole = fptosi float %both to i32
  %ab = add i32 %a.whole, %b.whole
  %sum = add i32 %ab, %c.whole
  ret i32 %sum
}

; A number that is only moved is kept, with its sign.
; CHECK-LABEL: define i32 @moved(
; CHECK-NEXT: %[[WIDE:.*]] = sext i8 %channel to i32
; CHECK-NEXT: %[[SUM:.*]] = add nsw i32 %[[WIDE]], -3
; CHECK-NEXT: ret i32 %[[SUM]]
define i32 @moved(i8 %channel) {
  %number = sitofp i8 %channel to double
  %less = fsub double %number, 3.0
  %written = fptosi double %less to i32
  ret i32 %written
}

declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.rint.f32(float)
