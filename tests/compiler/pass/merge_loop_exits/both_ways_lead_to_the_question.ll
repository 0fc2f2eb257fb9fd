; while (k < n && a[k] == b[k]) ++k; if (k == n) found(); as LLVM's JumpThreading leaves it: the exit at k == n leads
; past the question. With one way out of the loop lanes need no mask for the other.
; RUN: cleave-opt --passes=merge_loop_exits %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @found()

; CHECK-LABEL: define i32 @search(
; CHECK: question:
; CHECK-NEXT: %where = phi i32 [ 0, %0 ], [ %k, %differs ], [ %n, %same ]
; CHECK: found:
; CHECK-NEXT: %who = phi i32 [ %where, %question ]
; CHECK: same:
; CHECK: br i1 %over, label %question, label %loop
define i32 @search(ptr %a, i32 %n) {
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %question
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %same ]
  %address = getelementptr i32, ptr %a, i32 %k
  %x = load i32, ptr %address
  %equal = icmp eq i32 %x, %k
  br i1 %equal, label %same, label %differs
differs:
  br label %question
question:
  %where = phi i32 [ 0, %0 ], [ %k, %differs ]
  %all = icmp eq i32 %where, %n
  br i1 %all, label %found, label %end
found:
  %who = phi i32 [ %where, %question ], [ %n, %same ]
  %called = call i32 @found()
  %sum = add i32 %called, %who
  br label %end
same:
  %next = add i32 %k, 1
  %over = icmp eq i32 %next, %n
  br i1 %over, label %found, label %loop
end:
  %result = phi i32 [ 0, %question ], [ %sum, %found ]
  ret i32 %result
}

; The code behind the loop would get another value through the block of the test.
; CHECK-LABEL: define i32 @others(
; CHECK: br i1 %over, label %found, label %loop
define i32 @others(ptr %a, i32 %n) {
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %same ]
  %address = getelementptr i32, ptr %a, i32 %k
  %x = load i32, ptr %address
  %equal = icmp eq i32 %x, %k
  br i1 %equal, label %same, label %question
question:
  %where = phi i32 [ %k, %loop ]
  %all = icmp eq i32 %where, %n
  br i1 %all, label %found, label %end
found:
  %who = phi i32 [ 1, %question ], [ 2, %same ]
  ret i32 %who
same:
  %next = add i32 %k, 1
  %over = icmp eq i32 %next, %n
  br i1 %over, label %found, label %loop
end:
  ret i32 0
}

; The value that the loop has found is used behind the test, and is not known where the loop is over.
; CHECK-LABEL: define i32 @finds(
; CHECK: br i1 %over, label %found, label %body
define i32 @finds(ptr %a, i32 %n) {
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %over = icmp eq i32 %k, %n
  br i1 %over, label %found, label %body
body:
  %address = getelementptr i32, ptr %a, i32 %k
  %x = load i32, ptr %address
  %next = add i32 %k, 1
  %equal = icmp eq i32 %x, %k
  br i1 %equal, label %loop, label %question
question:
  %where = phi i32 [ %k, %body ]
  %all = icmp eq i32 %where, %n
  br i1 %all, label %found, label %end
found:
  ret i32 -1
end:
  ret i32 %x
}

; Here it is not.
; CHECK-LABEL: define i32 @finds_nothing(
; CHECK: br i1 %over, label %question, label %body
define i32 @finds_nothing(ptr %a, i32 %n) {
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %over = icmp eq i32 %k, %n
  br i1 %over, label %found, label %body
body:
  %address = getelementptr i32, ptr %a, i32 %k
  %x = load i32, ptr %address
  %next = add i32 %k, 1
  %equal = icmp eq i32 %x, %k
  br i1 %equal, label %loop, label %question
question:
  %where = phi i32 [ %k, %body ]
  %all = icmp eq i32 %where, %n
  br i1 %all, label %found, label %end
found:
  ret i32 -1
end:
  ret i32 %where
}
