; Processors gather words, under masks where they have no AVX-512: the aligned word that holds a byte is on the byte's
; page. Its address is not made by llvm.ptrmask, whose vectors LLVM 22 gives attributes that are not valid.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@in = global [9 x i8] c"abcdefghi", align 4
@places = global [4 x i32] [i32 6, i32 -1, i32 4, i32 1]
@out = global [4 x i8] zeroinitializer, align 64
@all_out = global [4 x i8] zeroinitializer, align 64

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: llvm.ptrmask
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4
; CHECK: lshr <4 x i32>
; CHECK: trunc <4 x i32> %{{.*}} to <4 x i8>
define internal void @lanes(i64 %start) "cleave-lanes"="4" "target-features"="+avx,+avx2" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %mine = getelementptr i32, ptr @places, i64 %index
  %place = load i32, ptr %mine
  %long = sext i32 %place to i64
  %row = getelementptr i8, ptr @in, i64 %start
  %runs = icmp ne i32 %place, 4
  br i1 %runs, label %then, label %end
then:
  %element = getelementptr i8, ptr %row, i64 %long
  %v = load i8, ptr %element
  %to = getelementptr i8, ptr @out, i64 %index
  store i8 %v, ptr %to
  br label %end
end:
  ret void
}

; All lanes run: each loads its byte.
; CHECK-LABEL: define internal void @all_lanes(
; CHECK: call <4 x i8> @llvm.masked.gather
define internal void @all_lanes() "cleave-lanes"="4" "target-features"="+avx,+avx2" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %mine = getelementptr i32, ptr @places, i64 %index
  %place = load i32, ptr %mine
  %long = sext i32 %place to i64
  %element = getelementptr i8, ptr getelementptr (i8, ptr @in, i64 1), i64 %long
  %v = load i8, ptr %element
  %to = getelementptr i8, ptr @all_out, i64 %index
  store i8 %v, ptr %to
  ret void
}
define i32 @main() {
  call void @lanes(i64 1)
  %all = load <4 x i8>, ptr @out, align 1
  %wrong = icmp ne <4 x i8> %all, <i8 104, i8 97, i8 0, i8 99>
  call void @all_lanes()
  %all_bytes = load <4 x i8>, ptr @all_out, align 1
  %wrong_of_all = icmp ne <4 x i8> %all_bytes, <i8 104, i8 97, i8 102, i8 99>
  %any = or <4 x i1> %wrong, %wrong_of_all
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %any)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
