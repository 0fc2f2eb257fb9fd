; The inner loop takes the lock; what the outer one then reads is plain memory, but others may have
; written it since.
; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-COUNT-2: call void @__cleave_yield(
define void @k.body() "cleave-kernel"="k" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  %data = getelementptr i32, ptr %p, i64 1
  br label %poll
poll:
  br label %acquire
acquire:
  %pair = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %inside, label %acquire
inside:
  %seen = load i32, ptr %data
  store atomic i32 0, ptr %p release, align 4
  %ready = icmp eq i32 %seen, 7
  br i1 %ready, label %end, label %poll
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
