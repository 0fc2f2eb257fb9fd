; The lanes' values of an integer of an odd size, from which a lane's is taken by its number, lie in memory in a power of two of
; bytes each: a vector has them bit by bit behind each other.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i64] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK: alloca <4 x i64>
; CHECK-NOT: alloca <4 x i40>
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %first = icmp eq i32 %lane, 1
  br i1 %first, label %end, label %calls
calls:
  %wide = zext i32 %lane to i40
  %value = mul i40 %wide, 4294967301
  call void @note(i40 %value)
  br label %end
end:
  ret void
}
; Notes the argument in the next element.
@count = global i64 0
define void @note(i40 %v) noinline {
  %n = load i64, ptr @count
  %place = getelementptr i64, ptr @out, i64 %n
  %long = zext i40 %v to i64
  store i64 %long, ptr %place
  %next = add i64 %n, 1
  store i64 %next, ptr @count
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i64>, ptr @out
  %wrong = icmp ne <4 x i64> %all, <i64 0, i64 8589934602, i64 12884901903, i64 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i32 @__cleave_lane()
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
