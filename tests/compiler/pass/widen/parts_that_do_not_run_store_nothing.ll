; Two sub-groups run together, one location for each; only the second comes to the store, and the first
; part's location keeps what it had.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %nowhere = alloca
; CHECK: or i4 %{{.*}}, 1
; CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr %nowhere
define internal void @lanes() "cleave-lanes"="4" "cleave-parts"="2" {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %index = zext i32 %part to i64
  %address = getelementptr i32, ptr @out, i64 %index
  %four = mul i32 %part, 4
  %id = add i32 %four, %lane
  %large = icmp ugt i32 %id, 5
  br i1 %large, label %stores, label %end
stores:
  store i32 %id, ptr %address
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 0, i32 7, i32 0, i32 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
declare i32 @__cleave_part() memory(none)
