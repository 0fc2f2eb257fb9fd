; A loop that adds to numbers by comparing and exchanging is not taken for one of many iterations.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK-NOT: cleave-serial-lanes
define internal void @adds(ptr %from, ptr %to) "cleave-kernel"="adds" "target-cpu"="znver5" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %place = getelementptr float, ptr %from, i64 %id
  %number = load float, ptr %place
  %slot = and i64 %id, 63
  %sum.at = getelementptr i32, ptr %to, i64 %slot
  br label %loop
loop:
  %old = load atomic i32, ptr %sum.at monotonic, align 4
  %old.number = bitcast i32 %old to float
  %sum = fadd float %old.number, %number
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr %sum.at, i32 %old, i32 %new monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}
