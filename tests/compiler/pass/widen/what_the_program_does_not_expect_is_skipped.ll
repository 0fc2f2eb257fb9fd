; One operation has no skip, since a mispredicted one costs more, unless the program says that it hardly ever runs: then
; the skip is what code generation expects.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @rarely(
; CHECK: br i1 %{{.*}}, label %some, label %end, !prof ![[WEIGHTS:[0-9]+]]
; CHECK-LABEL: define internal void @sometimes(
; CHECK-NOT: br i1
; CHECK: ret void
; CHECK: ![[WEIGHTS]] = !{!"branch_weights", i32 1, i32 1048575}
define internal void @rarely(ptr %p) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %p, i32 %lane
  %x = load i32, ptr %at
  %c = icmp ult i32 %x, 7
  br i1 %c, label %aside, label %end, !prof !0
aside:
  %more = mul i32 %x, 5
  br label %end
end:
  %r = phi i32 [ %more, %aside ], [ %x, %entry ]
  store i32 %r, ptr %at
  ret void
}
define internal void @sometimes(ptr %p) "cleave-lanes"="4" {
entry:
  %lane = call i32 @__cleave_lane()
  %at = getelementptr i32, ptr %p, i32 %lane
  %x = load i32, ptr %at
  %c = icmp ult i32 %x, 7
  br i1 %c, label %aside, label %end
aside:
  %more = mul i32 %x, 5
  br label %end
end:
  %r = phi i32 [ %more, %aside ], [ %x, %entry ]
  store i32 %r, ptr %at
  ret void
}
declare i32 @__cleave_lane() memory(none)
!0 = !{!"branch_weights", i32 1, i32 2000}
