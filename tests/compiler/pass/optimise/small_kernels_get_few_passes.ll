; In a kernel without loops the loop over sub-groups is the only one: what it need not repeat leaves
; it, and nothing is unrolled.
; RUN: cleave-opt --passes=optimise --lanes=vector --small %s | FileCheck %s
; RUN: cleave-opt --passes=optimise --lanes=vector %s | FileCheck %s --check-prefix=ALL
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define {{.*}}void @entry
; CHECK: mul i32 %a, %b
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: br i1
; ALL-LABEL: define {{.*}}void @entry
; ALL-NOT: br
; ALL: ret void
define void @entry(ptr %p, i32 %a, i32 %b) {
begin:
  br label %loop
loop:
  %i = phi i64 [ 0, %begin ], [ %next, %loop ]
  %product = mul i32 %a, %b
  %address = getelementptr i32, ptr %p, i64 %i
  store i32 %product, ptr %address
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 3
  br i1 %done, label %end, label %loop
end:
  ret void
}
