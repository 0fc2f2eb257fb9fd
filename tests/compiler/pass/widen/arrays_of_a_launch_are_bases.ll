; An array whose place in local memory comes with the launch is a base in a register; what is added to it are constants
; and the index of a lane.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@memory = addrspace(3) global [8 x i32] [i32 9, i32 9, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6]
@object = global { ptr addrspace(3), i64 } { ptr addrspace(3) @memory, i64 8 }

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: trunc i64
; CHECK: %[[ARRAY:.*]] = getelementptr inbounds i8, ptr addrspace(3) %memory, i64 %place
; CHECK-NOT: trunc i64
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(3) %[[ARRAY]], i64 8
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr addrspace(3) %[[NEXT]], i64
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p3(ptr addrspace(3) align 4 %[[FROM]]
; CHECK: %[[SAME:.*]] = getelementptr i8, ptr addrspace(3) %[[ARRAY]], i64 0
; CHECK: %[[TO:.*]] = getelementptr i32, ptr addrspace(3) %[[SAME]], i64
; CHECK: call void @llvm.masked.store.v4i32.p3({{.*}} %[[TO]]
define internal void @lanes(i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %memory = load ptr addrspace(3), ptr @object, !invariant.load !0
  %place = load i64, ptr getelementptr (i8, ptr @object, i64 8), !invariant.load !0
  %array = getelementptr inbounds i8, ptr addrspace(3) %memory, i64 %place
  %few = icmp ult i32 %lane, %n
  br i1 %few, label %some.lanes, label %end
some.lanes:
  %index = zext i32 %lane to i64
  %to = getelementptr inbounds i32, ptr addrspace(3) %array, i64 %index
  %from = getelementptr inbounds i8, ptr addrspace(3) %to, i64 8
  %v = load i32, ptr addrspace(3) %from
  store i32 %v, ptr addrspace(3) %to
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes(i32 3)
  %all = load <8 x i32>, ptr addrspace(3) @memory, align 4
  %wrong = icmp ne <8 x i32> %all, <i32 9, i32 9, i32 3, i32 4, i32 5, i32 4, i32 5, i32 6>
  %some = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i32 @__cleave_lane() memory(none)
!0 = !{}
