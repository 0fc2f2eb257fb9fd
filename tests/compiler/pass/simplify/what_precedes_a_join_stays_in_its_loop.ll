; Lanes that leave the loop have stored before the others make another iteration: LLVM moves no store
; behind the loop, where it would wait for them, because the join cannot be copied into two paths.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-p:64:64-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @waits(
; CHECK: store i32 77
; CHECK: br label %[[JOIN:.*]]
; CHECK: [[JOIN]]:
; CHECK: call i32 @__cleave_lockstep_join_i32(
; CHECK: br i1
; CHECK-NOT: store i32 77
; CHECK: ret void
define void @waits(ptr addrspace(1) %counter, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  %odd = and i32 %old, 1
  %is_mine = icmp eq i32 %odd, 1
  br i1 %is_mine, label %mine, label %join
mine:
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %old
  store i32 77, ptr addrspace(1) %place
  br label %join
join:
  %result = phi i32 [ 0, %mine ], [ -1, %loop ]
  %joined = call i32 @__cleave_lockstep_join_i32(i32 %result)
  %again = icmp ne i32 %joined, 0
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__cleave_lockstep_join_i32(i32) convergent memory(none)
