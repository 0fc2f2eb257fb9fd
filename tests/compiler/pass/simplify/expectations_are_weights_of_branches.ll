; Lanes would call llvm.expect one by one; passes ask branches for their weights.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @f
; CHECK-NOT: @llvm.expect
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !prof ![[WEIGHTS:[0-9]+]]
; CHECK: ![[WEIGHTS]] = !{!"branch_weights", !"expected", i32 1, i32 2000}
define i32 @f(i32 %a, ptr addrspace(1) %p) {
  %small = icmp ult i32 %a, 7
  %expected = call i1 @llvm.expect.i1(i1 %small, i1 false)
  br i1 %expected, label %rare, label %end
rare:
  %loaded = load i32, ptr addrspace(1) %p
  br label %end
end:
  %r = phi i32 [ %a, %0 ], [ %loaded, %rare ]
  ret i32 %r
}
declare i1 @llvm.expect.i1(i1, i1)
