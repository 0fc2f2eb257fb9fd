; A loop whose number of iterations is unknown stays one; it is entered only when it has an iteration, and its
; branch is at its end.
; RUN: cleave-opt --passes=unroll_loops %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @fills(
; CHECK: br i1 %{{.*}}, label %end, label %body
; CHECK: body:
; CHECK: store volatile i32
; CHECK: %[[MORE:.*]] = icmp ult
; CHECK: br i1 %[[MORE]], label %body, label %end
; CHECK-NOT: br i1
; CHECK: ret void
define void @fills(ptr %out, i64 %n) {
entry:
  br label %test
test:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %place = getelementptr i32, ptr %out, i64 %i
  store volatile i32 1, ptr %place
  %next = add nuw i64 %i, 1
  br label %test
end:
  ret void
}
