; a[i * 32 + k] += ... with ints, as OpenCL C has it: LLVM makes an `or` of the sum, and nobody proves that its
; extension does not wrap around. It follows the counter all the same, and costs one lane nothing.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @k({{.*}}) #[[K:[0-9]+]]
; CHECK: attributes #[[K]] = {{.*}}"cleave-serial-lanes"
define internal void @k(ptr %a, ptr %b) "cleave-kernel"="k" "target-cpu"="znver5" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %i = trunc i64 %id to i32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %runs = icmp samesign ult i32 %k, 32
  br i1 %runs, label %body, label %end
body:
  %begin = shl nsw i32 %i, 5
  %index = or disjoint i32 %begin, %k
  %extended = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr %b, i64 %extended
  %x = load float, ptr %from
  %more = fadd float %sum, %x
  %to = getelementptr inbounds float, ptr %a, i64 %extended
  store float %more, ptr %to
  %next = add nuw nsw i32 %k, 1
  br label %loop
end:
  ret void
}
