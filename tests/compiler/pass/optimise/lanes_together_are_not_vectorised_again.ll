; If lanes run together, LLVM's vectorisers do not run: a scalar loop is one that lanes share. Loops are
; simplified and unrolled all the same.
; RUN: cleave-opt --passes=optimise --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@fill
; CHECK-NOT: <{{[0-9]+}} x i32>
; CHECK: store i32
; CHECK-NOT: <{{[0-9]+}} x i32>
define void @fill(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr %p, i64 %i
  %v = trunc i64 %i to i32
  store i32 %v, ptr %place
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define {{.*}}i32 @sum
; CHECK-NOT: br
; CHECK: ret i32 45
define i32 @sum() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %s, %i
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 10
  br i1 %done, label %end, label %loop
end:
  ret i32 %more
}
