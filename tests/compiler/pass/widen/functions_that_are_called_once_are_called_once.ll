; Lanes 0 and 2 come together and call the function once, with the arguments that all of them have; in
; the second call nobody comes, and it is not made.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@counter = global i64 10, align 8
@never = global i32 100, align 4
@out = global [4 x i64] zeroinitializer, align 32

define internal i64 @__cleave_once_add(i64 %count) noinline {
  %old = load i64, ptr @counter
  %new = add i64 %old, %count
  store i64 %new, ptr @counter
  ret i64 %old
}

; CHECK-LABEL: define internal void @lanes(
; CHECK: call i64 @__cleave_once_add(i64 %{{.*}})
; CHECK: call i64 @__cleave_once_add(i64 1000)
; CHECK-NOT: call i64 @__cleave_once_add
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %odd = and i32 %lane, 1
  %even = icmp eq i32 %odd, 0
  br i1 %even, label %call, label %other
call:
  %one = zext i1 %even to i64
  %count = call i64 @__cleave_lockstep_reduce_add_i64(i64 %one)
  %first = call i64 @__cleave_once_add(i64 %count)
  %before = call i64 @__cleave_lockstep_scan_exclusive_add_i64(i64 %one)
  %own = add i64 %first, %before
  %index = zext i32 %lane to i64
  %address = getelementptr i64, ptr @out, i64 %index
  store i64 %own, ptr %address
  br label %other
other:
  %limit = load i32, ptr @never
  %is_far = icmp ugt i32 %lane, %limit
  br i1 %is_far, label %far, label %end
far:
  %unused = call i64 @__cleave_once_add(i64 1000)
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %all = load <4 x i64>, ptr @out
  %wrong = icmp ne <4 x i64> %all, <i64 10, i64 0, i64 11, i64 0>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %counter = load i64, ptr @counter
  %miscounted = icmp ne i64 %counter, 12
  %bad = or i1 %some, %miscounted
  %code = zext i1 %bad to i32
  ret i32 %code
}
declare i64 @__cleave_lockstep_reduce_add_i64(i64) convergent memory(none)
declare i64 @__cleave_lockstep_scan_exclusive_add_i64(i64) convergent memory(none)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
