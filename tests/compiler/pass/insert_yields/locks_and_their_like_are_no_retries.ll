; Each of these may go round again although nobody got on: they wait, and count their iterations.
; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A number that is expected whatever was found: a lock.
; CHECK-LABEL: define void @lock.body()
; CHECK: call void @__cleave_yield(
define void @lock.body() "cleave-kernel"="lock" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %pair = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %found = extractvalue { i32, i1 } %pair, 0
  %failed = icmp ne i32 %found, 0
  br i1 %failed, label %loop, label %end
end:
  ret void
}

; The loop expects the value that it has found, but does not try the exchange while the lock is taken.
; CHECK-LABEL: define void @guard_that_goes_round.body()
; CHECK: call void @__cleave_yield(
define void @guard_that_goes_round.body() "cleave-kernel"="g" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %old = load volatile i32, ptr %p, align 4
  %taken = trunc i32 %old to i1
  br i1 %taken, label %loop, label %try
try:
  %new = or i32 %old, 1
  %pair = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The loop clears a bit of the value that it has found before it expects that value.
; CHECK-LABEL: define void @bit.body()
; CHECK: call void @__cleave_yield(
define void @bit.body() "cleave-kernel"="bit" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %seen = load volatile i32, ptr %p, align 4
  %old = and i32 %seen, -2
  %new = or i32 %old, 1
  %pair = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The exchange succeeds, and the loop goes round until something certain has been found.
; CHECK-LABEL: define void @ticket.body()
; CHECK: call void @__cleave_yield(
define void @ticket.body() "cleave-kernel"="ticket" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %old = load volatile i32, ptr %p, align 4
  %pair = cmpxchg ptr %p, i32 %old, i32 %old seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %look, label %loop
look:
  %mine = icmp eq i32 %old, 7
  br i1 %mine, label %end, label %loop
end:
  ret void
}

; It is found at another place.
; CHECK-LABEL: define void @elsewhere.body()
; CHECK: call void @__cleave_yield(
define void @elsewhere.body() "cleave-kernel"="elsewhere" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  %q = getelementptr i32, ptr %p, i64 1
  br label %loop
loop:
  %old = load volatile i32, ptr %q, align 4
  %pair = cmpxchg ptr %p, i32 %old, i32 9 seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The loop itself changes the place after it has looked: it would never end alone.
; CHECK-LABEL: define void @own_write.body()
; CHECK: call void @__cleave_yield(
define void @own_write.body() "cleave-kernel"="own" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %old = load volatile i32, ptr %p, align 4
  %more = add i32 %old, 1
  store volatile i32 %more, ptr %p, align 4
  %pair = cmpxchg ptr %p, i32 %old, i32 9 seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The expected value was loaded before the loop.
; CHECK-LABEL: define void @found_once.body()
; CHECK: call void @__cleave_yield(
define void @found_once.body() "cleave-kernel"="once" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  %old = load volatile i32, ptr %p, align 4
  br label %loop
loop:
  %pair = cmpxchg ptr %p, i32 %old, i32 9 seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Test, and test and set: the inner loop waits, by looking only.
; CHECK-LABEL: define void @test_and_test_and_set.body()
; CHECK: call void @__cleave_yield(
define void @test_and_test_and_set.body() "cleave-kernel"="t" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %outer
outer:
  br label %look
look:
  %old = load volatile i32, ptr %p, align 4
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %look, label %try
try:
  %pair = cmpxchg ptr %p, i32 %old, i32 1 seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %outer
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
