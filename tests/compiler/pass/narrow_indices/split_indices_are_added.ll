; b[i / w * w + i % w] with sums of 64 bits: LLVM makes an address in an address of it. Neither index grows by a
; constant from lane to lane, their sum mostly does: one access asks for it, others would gather.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s
; RUN: cleave-opt --passes=narrow_indices,widen --small-objects --width=16 %s | FileCheck --check-prefix=WIDE %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @f(
; CHECK: %[[SUM:.*]] = add i64 %row, %rest
; CHECK-NEXT: getelementptr float, ptr addrspace(1) %b, i64 %[[SUM]]
; An index that all lanes share stays apart.
; CHECK: getelementptr float, ptr addrspace(1) %b, i64 %n
; CHECK-NEXT: getelementptr float, ptr addrspace(1) %{{.*}}, i64 %rest
; WIDE-LABEL: define void @f(
; WIDE: load <16 x float>, ptr addrspace(1)
; WIDE: llvm.masked.gather
define void @f(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %w, i64 %n) "cleave-lanes"="16" {
  %lane = call i32 @__cleave_lane()
  %quotient = udiv i32 %lane, %w
  %remainder = urem i32 %lane, %w
  %line = zext i32 %quotient to i64
  %rest = zext i32 %remainder to i64
  %width = zext i32 %w to i64
  %row = mul i64 %line, %width
  %begin = getelementptr float, ptr addrspace(1) %b, i64 %row
  %from = getelementptr float, ptr addrspace(1) %begin, i64 %rest
  %x = load float, ptr addrspace(1) %from
  %shared = getelementptr float, ptr addrspace(1) %b, i64 %n
  %other = getelementptr float, ptr addrspace(1) %shared, i64 %rest
  %y = load float, ptr addrspace(1) %other
  %index = sext i32 %lane to i64
  %to = getelementptr float, ptr addrspace(1) %a, i64 %index
  %sum = fadd float %x, %y
  store float %sum, ptr addrspace(1) %to
  ret void
}
declare i32 @__cleave_lane()
