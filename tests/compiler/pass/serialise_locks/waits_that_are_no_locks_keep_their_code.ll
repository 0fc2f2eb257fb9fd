; None of these is an exchange that one lane wins and gives back: lanes go on together.
; RUN: cleave-opt --passes=serialise_locks %s | FileCheck %s
; CHECK-NOT: lane.done
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A compare-exchange that is tried again with what was found, and a store behind it.
define internal void @retry(ptr %p) "cleave-lanes"="4" {
entry:
  br label %loop
loop:
  %old = load atomic i32, ptr %p monotonic, align 4
  %new = add i32 %old, 1
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  store i32 0, ptr %p
  ret void
}

; A ticket: nothing is exchanged in the loop.
define internal void @ticket(ptr %next, ptr %serving) "cleave-lanes"="4" {
entry:
  %mine = atomicrmw add ptr %next, i32 1 monotonic
  br label %loop
loop:
  %now = load atomic i32, ptr %serving monotonic, align 4
  %mine.yet = icmp eq i32 %now, %mine
  br i1 %mine.yet, label %end, label %loop
end:
  %passed = atomicrmw add ptr %serving, i32 1 monotonic
  ret void
}

; A flag that is read by an exchange of what is expected.
define internal void @flag(ptr %flag) "cleave-lanes"="4" {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr %flag, i32 1, i32 1 monotonic monotonic
  %is.up = extractvalue { i32, i1 } %pair, 1
  br i1 %is.up, label %end, label %loop
end:
  store i32 0, ptr %flag
  ret void
}

; Whoever exchanges leaves at once.
define internal void @exchange_once(ptr %p) "cleave-lanes"="4" {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr %p, i32 1 monotonic
  %all.right = icmp eq i32 %old, 1
  br i1 %all.right, label %end, label %loop
end:
  store i32 0, ptr %p
  ret void
}

; Nobody gives it back here.
define internal void @kept(ptr %lock) "cleave-lanes"="4" {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %end, label %loop
end:
  ret void
}

; All lanes are needed while the lock is held.
define internal void @collective(ptr %lock, ptr %out) "cleave-lanes"="4" {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %section, label %loop
section:
  %any = call i32 @__cleave_sub_group_any_i32(i32 1)
  store i32 %any, ptr %out
  %given = atomicrmw xchg ptr %lock, i32 0 monotonic
  ret void
}
declare i32 @__cleave_sub_group_any_i32(i32) convergent
