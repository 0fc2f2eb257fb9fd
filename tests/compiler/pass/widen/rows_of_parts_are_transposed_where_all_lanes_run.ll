; Under a mask the parts' accesses are transposed if all lanes of all parts turn out to run, and else
; done for each part.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [16 x i32] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes(
; CHECK: %[[ALL:.*]] = icmp eq i4 %{{.*}}, -1
; CHECK: br i1 %[[ALL]], label %all.parts, label %each.part
; CHECK: all.parts:
; CHECK-COUNT-4: store <4 x i32>
; CHECK: each.part:
; CHECK-COUNT-4: call void @llvm.masked.scatter
define internal void @lanes(i32 %n, i32 %few) "cleave-lanes"="4" "cleave-parts"="4" {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %row = mul nuw nsw i32 %part, %n
  %v = add nuw nsw i32 %row, %lane
  %column = mul nuw nsw i32 %lane, %n
  %to = add nuw nsw i32 %column, %part
  %to.index = zext i32 %to to i64
  %target = getelementptr i32, ptr @out, i64 %to.index
  %inside = icmp ult i32 %lane, %few
  br i1 %inside, label %stores, label %end
stores:
  store i32 %v, ptr %target
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 4, i32 2)
  %some = load <16 x i32>, ptr @out
  %wrong.some = icmp ne <16 x i32> %some, <i32 0, i32 4, i32 8, i32 12, i32 1, i32 5, i32 9, i32 13, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  call void @lanes(i32 4, i32 4)
  %all = load <16 x i32>, ptr @out
  %wrong.all = icmp ne <16 x i32> %all, <i32 0, i32 4, i32 8, i32 12, i32 1, i32 5, i32 9, i32 13, i32 2, i32 6, i32 10, i32 14, i32 3, i32 7, i32 11, i32 15>
  %wrong = or <16 x i1> %wrong.some, %wrong.all
  %bad = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %wrong)
  %code = zext i1 %bad to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare i32 @__cleave_lane() memory(none)
declare i32 @__cleave_part() memory(none)
