; An iteration is repeated only where a compare-exchange failed on what had been found at its place since
; the iteration before: another work-item's update came between, and that one got on.
; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: __cleave_yield
; CHECK-NOT: cleave-has-yield

; The loop loads the expected value in each iteration.
define void @loads.body() "cleave-kernel"="loads" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %old = load volatile i32, ptr %p, align 4
  %new = mul i32 %old, 3
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The exchange itself has found it, and it is compared by the program: a sum of floats.
define void @found.body() "cleave-kernel"="found" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  %first = load float, ptr %p
  br label %loop
loop:
  %old = phi float [ %first, %entry ], [ %next, %loop ]
  %sum = fadd float %old, 1.0
  %old_bits = bitcast float %old to i32
  %sum_bits = bitcast float %sum to i32
  %pair = cmpxchg ptr %p, i32 %old_bits, i32 %sum_bits seq_cst seq_cst
  %found = extractvalue { i32, i1 } %pair, 0
  %next = bitcast i32 %found to float
  %failed = icmp ne i32 %found, %old_bits
  br i1 %failed, label %loop, label %end
end:
  ret void
}

; Only where that makes it greater: one more way out, which may depend on anything.
define void @guarded.body() "cleave-kernel"="guarded" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  %first = load volatile i32, ptr %p
  br label %head
head:
  %old = phi i32 [ %first, %entry ], [ %next, %try ]
  %less = icmp ult i32 %old, 77
  br i1 %less, label %try, label %end
try:
  %pair = cmpxchg ptr %p, i32 %old, i32 77 seq_cst seq_cst
  %found = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  %next = select i1 %done, i32 %old, i32 %found
  br i1 %done, label %end, label %head
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
