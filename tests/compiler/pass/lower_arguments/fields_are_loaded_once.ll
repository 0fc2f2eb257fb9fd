; Values at a fixed offset of an argument are loaded as an argument is, once, before loops; the element of an array that is
; known when the kernel runs is read where it lies.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal void @k.body()
; CHECK: %[[BLOCK:.*]] = load ptr, ptr %{{.*}}, !invariant.load
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[BLOCK]], i64 16
; CHECK-NEXT: %limit = load i32, ptr %[[PLACE]], align 16, !invariant.load
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[BLOCK]], i64 8
; CHECK-NEXT: %numbers = load ptr addrspace(1), ptr %[[PLACE]], align 8, !invariant.load
; CHECK: br label %loop
; CHECK: loop:
; CHECK: getelementptr i32, ptr addrspace(1) %numbers, i32 %i
; CHECK: %element = getelementptr i32, ptr %{{.*}}, i32 %i
; CHECK: load i32, ptr %element, align 4, !invariant.load
; CHECK-NOT: = load
; CHECK: icmp slt i32 %next, %limit
; CHECK-NOT: = load
; CHECK: br i1 %more, label %again, label %end
; CHECK: again:
; CHECK-NEXT: %large = icmp ugt i32 %limit, 5
; CHECK: end:
; CHECK-NEXT: ret void
define spir_kernel void @k(i64 %first, ptr readonly byval([48 x i8]) align 8 %object) {
  %limit.place = getelementptr i8, ptr %object, i64 8
  %limit = load i32, ptr %limit.place, align 4, !invariant.load !0
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %generic = addrspacecast ptr %object to ptr addrspace(4)
  %numbers = load ptr addrspace(1), ptr addrspace(4) %generic, align 8, !invariant.load !0
  %number = getelementptr i32, ptr addrspace(1) %numbers, i32 %i
  %array = getelementptr i8, ptr %object, i64 16
  %element = getelementptr i32, ptr %array, i32 %i
  %value = load i32, ptr %element, align 4, !invariant.load !0
  store i32 %value, ptr addrspace(1) %number, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %limit
  br i1 %more, label %again, label %end
again:
  %same = load i32, ptr %limit.place, align 4, !invariant.load !0
  %large = icmp ugt i32 %same, 5
  call void @llvm.assume(i1 %large)
  br label %loop
end:
  ret void
}
declare void @llvm.assume(i1)
!0 = !{}
