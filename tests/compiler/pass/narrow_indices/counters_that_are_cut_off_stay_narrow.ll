; for (int i = id; i < n; i += get_global_size(0)): the size has 64 bits, and so has the sum, which is cut off in each
; iteration. Its lower half is all that anybody needs.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s
; RUN: cleave-opt --passes=narrow_indices %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @of_signed_numbers(
; CHECK-NOT: phi i64
; CHECK: %[[COUNTER:.*]] = phi i32
; CHECK: sext i32 %[[COUNTER]] to i64
; CHECK-NOT: add i64 %{{.*}}, %size
define i64 @of_signed_numbers(i64 %id, i64 %size, i32 %n) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ %id, %entry ], [ %sum, %body ]
  %total = phi i64 [ 0, %entry ], [ %more, %body ]
  %i = trunc i64 %wide to i32
  %goes.on = icmp slt i32 %i, %n
  br i1 %goes.on, label %body, label %end
body:
  %high = shl i64 %wide, 32
  %index = ashr exact i64 %high, 32
  %more = add i64 %total, %index
  %sum = add i64 %index, %size
  br label %loop
end:
  ret i64 %total
}

; CHECK-LABEL: define i64 @of_unsigned_numbers(
; CHECK-NOT: phi i64
; CHECK: %[[COUNTER:.*]] = phi i32
; CHECK-NOT: and
; CHECK: zext i32 %[[COUNTER]] to i64
define i64 @of_unsigned_numbers(i64 %id, i64 %size, i32 %n) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ %id, %entry ], [ %sum, %loop ]
  %index = and i64 %wide, 4294967295
  %sum = add i64 %size, %index
  %next = trunc i64 %sum to i32
  %goes.on = icmp ult i32 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret i64 %index
}

; A switch comes to the loop twice, with one value.
; CHECK-LABEL: define i64 @from_a_switch(
; CHECK: phi i32 [ %[[OWN:.*]], %entry ], [ %[[OWN]], %entry ],
define i64 @from_a_switch(i64 %id, i64 %size, i32 %n) {
entry:
  switch i32 %n, label %end [
    i32 1, label %loop
    i32 2, label %loop
  ]
loop:
  %wide = phi i64 [ %id, %entry ], [ %id, %entry ], [ %sum, %loop ]
  %index = and i64 %wide, 4294967295
  %sum = add i64 %size, %index
  %next = trunc i64 %sum to i32
  %goes.on = icmp ult i32 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %result = phi i64 [ 0, %entry ], [ %index, %loop ]
  ret i64 %result
}

; Backwards.
; CHECK-LABEL: define i64 @of_falling_numbers(
; CHECK: %[[COUNTER:.*]] = phi i32
; CHECK: sub i32 %[[COUNTER]], %{{.*}}
define i64 @of_falling_numbers(i64 %id, i64 %size) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ %id, %entry ], [ %difference, %loop ]
  %i = trunc i64 %wide to i32
  %index = sext i32 %i to i64
  %difference = sub i64 %index, %size
  %next = trunc i64 %difference to i32
  %goes.on = icmp sgt i32 %next, 0
  br i1 %goes.on, label %loop, label %end
end:
  ret i64 %index
}

; An index below a constant.
; CHECK-LABEL: define i64 @of_small_numbers(
; CHECK: %[[COUNTER:.*]] = phi i32
; CHECK: and i32 %[[COUNTER]], 255
define i64 @of_small_numbers(i64 %id, i64 %size) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ %id, %entry ], [ %sum, %loop ]
  %index = and i64 %wide, 255
  %sum = add i64 %index, %size
  %above = and i64 %sum, 4294967040
  %goes.on = icmp eq i64 %above, 0
  br i1 %goes.on, label %loop, label %end
end:
  ret i64 %index
}

; CHECK-LABEL: define i64 @of_whole_numbers(
; CHECK: phi i64
define i64 @of_whole_numbers(i64 %id, i64 %size, i64 %n) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ %id, %entry ], [ %sum, %loop ]
  %index = and i64 %wide, 4294967295
  %sum = add i64 %index, %size
  %goes.on = icmp ult i64 %wide, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret i64 %index
}

; Returns 0 if the results are those of the loops as they stand: 3 + 10 + 17; upper halves do not count.
define i32 @main() {
  %signed = call i64 @of_signed_numbers(i64 3, i64 7, i32 20)
  %is.signed = icmp eq i64 %signed, 30
  %far = call i64 @of_signed_numbers(i64 2147483640, i64 4294967297, i32 2147483641)
  %is.far = icmp eq i64 %far, 2147483640
  %unsigned = call i64 @of_unsigned_numbers(i64 4294967299, i64 4294967303, i32 20)
  %is.unsigned = icmp eq i64 %unsigned, 17
  %falling = call i64 @of_falling_numbers(i64 20, i64 4294967303)
  %is.falling = icmp eq i64 %falling, 6
  %small = call i64 @of_small_numbers(i64 5, i64 100)
  %is.small = icmp eq i64 %small, 205
  %first = and i1 %is.signed, %is.unsigned
  %both = and i1 %first, %is.small
  %three = and i1 %both, %is.falling
  %right = and i1 %three, %is.far
  %wrong = xor i1 %right, true
  %result = zext i1 %wrong to i32
  ret i32 %result
}
