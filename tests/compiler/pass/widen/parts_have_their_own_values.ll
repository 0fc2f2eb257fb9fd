; Two sub-groups run together: what differs between them is there twice, under a mask each, and the
; block runs if any lane of either does.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[FIRST:.*]] = or <4 x i1> zeroinitializer
; CHECK: %[[SECOND:.*]] = or <4 x i1> zeroinitializer
; CHECK: %[[BOTH:.*]] = or <4 x i1> %[[FIRST]], %[[SECOND]]
; CHECK: bitcast <4 x i1> %[[BOTH]] to i4
; CHECK: call void @llvm.masked.store{{.*}} %[[FIRST]])
; CHECK: call void @llvm.masked.store{{.*}} %[[SECOND]])
define internal void @lanes() "cleave-lanes"="4" "cleave-parts"="2" {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %four = mul nuw i32 %part, 4
  %id = add nuw i32 %four, %lane
  %index = zext i32 %id to i64
  %address = getelementptr i32, ptr @out, i64 %index
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
  %all = load <8 x i32>, ptr @out
  %wrong = icmp ne <8 x i32> %all, <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 6, i32 7>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
declare i32 @__cleave_part() memory(none)
