; x | 1 is x + 1 in lanes 1 and 3, which run; in lane 0 the bits meet. What stands for all lanes
; follows those that run.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes()
; CHECK: some:
; CHECK-NOT: or disjoint
; CHECK: add i64
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %word = zext i32 %lane to i64
  %x = add i64 %word, 1
  %odd = trunc i64 %x to i1
  br i1 %odd, label %end, label %even
even:
  %next = or disjoint i64 %x, 1
  %place = getelementptr i32, ptr @out, i64 %next
  store i32 5, ptr %place
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 0, i32 0, i32 0, i32 5, i32 0, i32 5, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
