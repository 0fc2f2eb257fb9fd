; Four neighbouring words of each lane, lanes anywhere: where all lanes run each lane's are one load, and
; a transposition makes vectors of them; else gathers of two words each.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [32 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31]
@places = global [8 x i32] [i32 7, i32 0, i32 3, i32 3, i32 6, i32 1, i32 2, i32 5]
@out = global [8 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: br i1 %{{.*}}, label %all_run, label %apart
; CHECK: all_run:
; CHECK-COUNT-8: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-NOT: masked.gather
; CHECK: apart:
; CHECK-COUNT-2: call <8 x i64> @llvm.masked.gather
; CHECK: call void @llvm.masked.store
define internal void @lanes(i32 %first, i32 %most) "cleave-lanes"="8" {
entry:
  %lane = call i32 @__cleave_lane()
  %id = add nuw nsw i32 %first, %lane
  %index = zext nneg i32 %id to i64
  %runs = icmp ult i32 %id, %most
  br i1 %runs, label %body, label %end
body:
  %from = getelementptr inbounds i32, ptr @places, i64 %index
  %place = load i32, ptr %from
  %four = shl nuw nsw i32 %place, 2
  %at = zext nneg i32 %four to i64
  %p0 = getelementptr inbounds i32, ptr @data, i64 %at
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %p2 = getelementptr inbounds i8, ptr %p0, i64 8
  %p3 = getelementptr inbounds i8, ptr %p0, i64 12
  %a = load i32, ptr %p0
  %b = load i32, ptr %p1
  %c = load i32, ptr %p2
  %d = load i32, ptr %p3
  %b2 = shl i32 %b, 8
  %c2 = shl i32 %c, 16
  %d2 = shl i32 %d, 24
  %ab = or i32 %a, %b2
  %cd = or i32 %c2, %d2
  %all = or i32 %ab, %cd
  %to = getelementptr inbounds i32, ptr @out, i64 %index
  store i32 %all, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 0, i32 3)
  %some = load <8 x i32>, ptr @out
  %wrong.some = icmp ne <8 x i32> %some, <i32 522067228, i32 50462976, i32 252579084, i32 0, i32 0, i32 0, i32 0, i32 0>
  call void @lanes(i32 0, i32 8)
  %every = load <8 x i32>, ptr @out
  %wrong.every = icmp ne <8 x i32> %every, <i32 522067228, i32 50462976, i32 252579084, i32 252579084, i32 454695192, i32 117835012, i32 185207048, i32 387323156>
  %wrong = or <8 x i1> %wrong.some, %wrong.every
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %any to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
