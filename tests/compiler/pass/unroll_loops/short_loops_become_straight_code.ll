; A loop of four iterations over a private array leaves neither loop nor array: its elements are values.
; RUN: cleave-opt --passes=unroll_loops %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @sums(
; CHECK-NOT: alloca
; CHECK-NOT: br
; CHECK: ret i32
define i32 @sums(i32 %a) {
entry:
  %array = alloca [4 x i32]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 %a, ptr %place
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %fill, label %end
end:
  %last = getelementptr [4 x i32], ptr %array, i64 0, i64 3
  %v = load i32, ptr %last
  ret i32 %v
}
