; Whatever a counted loop touches, it ends by itself.
; RUN: cleave-opt --passes=insert_yields %s | FileCheck %s
; RUN: cleave-opt --passes=insert_yields,add_context_parameters,form_regions --lanes=rows --width=8 %s | FileCheck %s --check-prefix=FORM
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: __cleave_yield
; CHECK-NOT: gives-way
; FORM-NOT: __cleave_yield
; FORM-NOT: sub_groups
; FORM-NOT: walk

; The trip count is that of an argument: nobody else changes it.
define void @counted.body() "cleave-kernel"="counted" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  %n = load i64, ptr %p, align 8, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %found = atomicrmw add ptr %p, i32 1 seq_cst
  %kept = getelementptr i32, ptr %p, i64 %i
  store i32 %found, ptr %kept
  %next = add i64 %i, 3
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; Few iterations are no waiting, even if what is found may end them.
define void @few.body() "cleave-kernel"="few" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %found = atomicrmw add ptr %p, i32 1 seq_cst
  %stop = icmp eq i32 %found, 9
  br i1 %stop, label %end, label %more
more:
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  ret void
}
; A loop does not wait for a value that it reads without looking whether others have written: the ends of a
; row of a sparse matrix, say.
define void @blind.body() "cleave-kernel"="blind" "cleave-may-wait" {
entry:
  %p = call ptr @__cleave_context()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %unasked = atomicrmw add ptr %p, i32 1 monotonic
  %n = load i64, ptr %p, align 8
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare ptr @__cleave_context() memory(none)
!0 = !{}
