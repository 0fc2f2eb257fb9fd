; With AVX-512 the mask of a divided branch never becomes a vector: it is computed in a mask register,
; asked there whether it has a lane, and masks the accesses.
; RUN: cleave-opt --passes=widen,optimise --lanes=vector %s | llc -mcpu=x86-64-v4 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: lanes:
; CHECK-NOT: vpmovm2d
; CHECK: vpcmp{{.*}}%zmm{{.*}}, %k[[MASK:[1-7]]]
; CHECK: kortestw
; CHECK: {%k{{[1-7]}}}
; CHECK-NOT: vpmovm2d
define void @lanes(ptr noalias %in, ptr noalias %out) "cleave-lanes"="16" {
entry:
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %from
  %divides = icmp sgt i32 %v, 7
  br i1 %divides, label %some, label %end
some:
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %v, ptr %to
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane()
