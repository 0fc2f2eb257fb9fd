; Lanes 1 and 2 run: the stretch is accessed under their mask, each element under that of its lane.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [12 x i16] [i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11]

; CHECK-LABEL: define internal void @lanes()
; CHECK: shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 1>
; CHECK: call <4 x i16> @llvm.masked.load
; CHECK: call <4 x i16> @llvm.masked.load
; CHECK: call <4 x i16> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %before = add i32 %lane, -1
  %middle = icmp ult i32 %before, 2
  br i1 %middle, label %runs, label %end
runs:
  %three = mul nuw nsw i32 %lane, 3
  %index = zext i32 %three to i64
  %x = getelementptr i16, ptr @data, i64 %index
  %y = getelementptr i8, ptr %x, i64 2
  %z = getelementptr i8, ptr %x, i64 4
  %a = load i16, ptr %x
  %b = load i16, ptr %y
  %c = load i16, ptr %z
  store i16 %b, ptr %x
  store i16 %c, ptr %y
  store i16 %a, ptr %z
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <12 x i16>, ptr @data, align 2
  %wrong = icmp ne <12 x i16> %all, <i16 0, i16 1, i16 2, i16 4, i16 5, i16 3, i16 7, i16 8, i16 6, i16 9, i16 10, i16 11>
  %some = call i1 @llvm.vector.reduce.or.v12i1(<12 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v12i1(<12 x i1>)
declare i32 @__cleave_lane() memory(none)
