; Nontemporal where it is aligned, in pieces where these are, else plain; all store the same.
; RUN: cleave-opt --passes=align_streams %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @unknown(ptr %p, <16 x float> %v) {
; CHECK-LABEL: @unknown
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %p to i64
; CHECK: %[[REST:.*]] = and i64 %[[ADDRESS]], 63
; CHECK: %[[ALIGNED:.*]] = icmp eq i64 %[[REST]], 0
; CHECK: br i1 %[[ALIGNED]], label %[[THEN:.*]], label %[[ELSE:.*]], !prof
; CHECK: [[THEN]]:
; CHECK-NEXT: store <16 x float> %v, ptr %p, align 64, !nontemporal
; CHECK: [[ELSE]]:
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %p to i64
; CHECK: %[[REST:.*]] = and i64 %[[ADDRESS]], 15
; CHECK: %[[ALIGNED:.*]] = icmp eq i64 %[[REST]], 0
; CHECK: br i1 %[[ALIGNED]], label %[[PIECES:.*]], label %[[PLAIN:.*]]
; CHECK: [[PIECES]]:
; CHECK: %[[FIRST:.*]] = shufflevector <16 x float> %v, {{.*}}<i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x float> %[[FIRST]], ptr {{.*}}, align 16, !nontemporal
; CHECK: %[[LAST:.*]] = shufflevector <16 x float> %v, {{.*}}<i32 12, i32 13, i32 14, i32 15>
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %p, i64 48
; CHECK: store <4 x float> %[[LAST]], ptr %[[PLACE]], align 16, !nontemporal
; CHECK: [[PLAIN]]:
; CHECK-NEXT: store <16 x float> %v, ptr %p, align 4{{$}}
  store <16 x float> %v, ptr %p, align 4, !nontemporal !0
  ret void
}
define void @known(ptr %block, i64 %i, <16 x i8> %v) {
; CHECK-LABEL: @known
; CHECK-NOT: br
; CHECK: store <16 x i8> %v, ptr %q, align 16, !nontemporal
  %p = load ptr, ptr %block, align 8, !align !1
  %at = shl i64 %i, 4
  %q = getelementptr i8, ptr %p, i64 %at
  store <16 x i8> %v, ptr %q, align 1, !nontemporal !0
  ret void
}
define void @of_two_lines(ptr align 64 %p, <16 x double> %v) {
; CHECK-LABEL: @of_two_lines
; CHECK: store <16 x double> %v, ptr %p, align 64, !nontemporal
  store <16 x double> %v, ptr %p, align 8, !nontemporal !0
  ret void
}
!0 = !{i32 1}
!1 = !{i64 64}
