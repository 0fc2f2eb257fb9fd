; Nobody writes to an argument that is `readonly`: it is read where it lies in the argument block.
; RUN: cleave-opt --passes=lower_arguments %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: define internal void @k.body()
; CHECK-NOT: alloca
; CHECK: %[[OBJECT:.*]] = getelementptr i8, ptr %{{.*}}, i64 8
; CHECK-NOT: memcpy
; CHECK: %[[ELEMENT:.*]] = getelementptr [4 x i64], ptr %[[OBJECT]], i64 0, i64 %{{.*}}
; CHECK: load i64, ptr %[[ELEMENT]], align 8, !invariant.load
define spir_kernel void @k(i64 %index, ptr readonly byval([4 x i64]) align 8 %object) {
  %element = getelementptr [4 x i64], ptr %object, i64 0, i64 %index
  %value = load i64, ptr %element, align 8, !invariant.load !0
  %large = icmp ugt i64 %value, 5
  call void @llvm.assume(i1 %large)
  ret void
}
declare void @llvm.assume(i1)
!0 = !{}
