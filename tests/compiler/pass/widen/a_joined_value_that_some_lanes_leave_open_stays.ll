; A way that brings poison to a phi does not replace the values of lanes that came on another way: lanes 0 and
; 2 load 7 before lanes 1 and 3 come with nothing.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
; RUN: cleave-opt --passes=widen %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global i32 7
@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes()
; CHECK-NOT: phi i32 [ undef
; CHECK: %[[LOADED:.*]] = load i32, ptr @shared
; CHECK-NOT: phi i32 [ undef
define internal void @lanes() "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %odd = trunc i32 %lane to i1
  br i1 %odd, label %nothing, label %something
something:
  %v = load i32, ptr @shared
  br label %join
nothing:
  store volatile i32 0, ptr @shared
  br label %join
join:
  %joined = phi i32 [ %v, %something ], [ undef, %nothing ]
  %place = getelementptr i32, ptr @out, i32 %lane
  br i1 %odd, label %end, label %uses
uses:
  store i32 %joined, ptr %place
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @lanes()
  %last = load i32, ptr getelementptr (i32, ptr @out, i32 2)
  %wrong = icmp ne i32 %last, 7
  %code = zext i1 %wrong to i32
  ret i32 %code
}
declare i32 @__cleave_lane() memory(none)
