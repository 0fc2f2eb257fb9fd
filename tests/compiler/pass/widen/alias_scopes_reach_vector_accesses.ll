; Promises about pointers of one work-item hold for the accesses of all lanes, and the scope is declared once, whatever
; the number of parts.
; RUN: cleave-opt --passes=widen --width=4 --lanes=rows %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k(
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata [[SCOPE:![0-9]+]])
; CHECK-NOT: call void @llvm.experimental.noalias.scope.decl
; CHECK: load <4 x i32>, ptr %{{.*}}, !noalias [[SCOPE]]
; CHECK: load <4 x i32>, ptr %{{.*}}, !noalias [[SCOPE]]
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, !alias.scope [[SCOPE]]
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, !alias.scope [[SCOPE]]
; CHECK: store i32 7, ptr %2, {{.*}}!alias.scope [[SCOPE]]
define internal void @k(ptr %in, ptr %out, ptr %one) #0 {
  %lane = call i32 @__cleave_lane()
  %part = call i32 @__cleave_part()
  %row = mul nsw i32 %part, 4
  %start = zext i32 %row to i64
  %own = zext i32 %lane to i64
  %i = add i64 %start, %own
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %from = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %from, !noalias !0
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %x, ptr %to, !alias.scope !0
  store i32 7, ptr %one, !alias.scope !0
  ret void
}
declare i32 @__cleave_lane()
declare i32 @__cleave_part()
declare void @llvm.experimental.noalias.scope.decl(metadata)
attributes #0 = { "cleave-lanes"="4" "cleave-parts"="2" }
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
