; Numbers that are extended before they meet meet as they were; constants fit if the shift leaves nothing of them.
; RUN: cleave-opt --passes=narrow_indices %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @meet(
; CHECK: %[[PHI:.*]] = phi i32
; CHECK: %[[WIDE:.*]] = sext i32 %[[PHI]] to i64
; CHECK: %[[SHIFTED:.*]] = shl nsw i64 %[[WIDE]], 6
; CHECK: ret i64 %[[SHIFTED]]
define i64 @meet(i32 %x, i32 %y, i32 %z) {
entry:
  switch i32 %z, label %end [ i32 0, label %a
                              i32 1, label %b ]
a:
  %x.wide = sext i32 %x to i64
  %x.far = shl nsw i64 %x.wide, 6
  br label %end
b:
  %y.wide = zext nneg i32 %y to i64
  %y.far = shl i64 %y.wide, 6
  br label %end
end:
  %r = phi i64 [ %x.far, %a ], [ %y.far, %b ], [ -192, %entry ]
  ret i64 %r
}

; CHECK-LABEL: define i64 @unlike(
; CHECK: phi i64
define i64 @unlike(i32 %x, i32 %y, i1 %z) {
entry:
  br i1 %z, label %a, label %b
a:
  %x.wide = sext i32 %x to i64
  br label %end
b:
  %y.wide = zext i32 %y to i64
  br label %end
end:
  %r = phi i64 [ %x.wide, %a ], [ %y.wide, %b ]
  ret i64 %r
}

; CHECK-LABEL: define i64 @odd(
; CHECK: phi i64
define i64 @odd(i32 %x, i1 %z) {
entry:
  br i1 %z, label %a, label %end
a:
  %x.wide = sext i32 %x to i64
  %x.far = shl nsw i64 %x.wide, 6
  br label %end
end:
  %r = phi i64 [ %x.far, %a ], [ 65, %entry ]
  ret i64 %r
}

; CHECK-LABEL: define i64 @large(
; CHECK: phi i64
define i64 @large(i32 %x, i1 %z) {
entry:
  br i1 %z, label %a, label %end
a:
  %x.wide = sext i32 %x to i64
  br label %end
end:
  %r = phi i64 [ %x.wide, %a ], [ 2147483648, %entry ]
  ret i64 %r
}

; A block that held the extension alone goes.
; CHECK-LABEL: define i64 @alone(
; CHECK: br i1 %z, label %b, label %end
; CHECK: phi i32 [ %y, %b ], [ %x, %entry ]
define i64 @alone(i32 %x, i32 %y, i1 %z, ptr %p) {
entry:
  br i1 %z, label %b, label %a
b:
  store i32 %y, ptr %p
  %y.wide = sext i32 %y to i64
  br label %end
a:
  %x.wide = sext i32 %x to i64
  br label %end
end:
  %r = phi i64 [ %y.wide, %b ], [ %x.wide, %a ]
  ret i64 %r
}
