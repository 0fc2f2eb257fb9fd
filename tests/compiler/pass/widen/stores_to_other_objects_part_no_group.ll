; Two loads of neighbours are one vector and shuffles, though a store stands between them: the launch
; says that it is to another object. A promise about one work-item is not enough, as the second loads
; of all lanes are done before the store of any.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @objects(
; CHECK: load <4 x i32>
; CHECK: load <4 x i32>
; CHECK: store <4 x i32>
; CHECK-NOT: load
; CHECK: ret void
define internal void @objects(ptr addrspace(1) %a, ptr addrspace(1) %b) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = zext i32 %lane to i64
  %x.at = getelementptr <2 x i32>, ptr addrspace(1) %a, i64 %id
  %x = load i32, ptr addrspace(1) %x.at, !alias.scope !0, !noalias !1
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %id
  store i32 %x, ptr addrspace(1) %to, !alias.scope !1, !noalias !0
  %y.at = getelementptr i8, ptr addrspace(1) %x.at, i64 4
  %y = load i32, ptr addrspace(1) %y.at, !alias.scope !0, !noalias !1
  %more = getelementptr i8, ptr addrspace(1) %to, i64 400
  store i32 %y, ptr addrspace(1) %more, !alias.scope !1, !noalias !0
  ret void
}
; CHECK-LABEL: define internal void @one_work_item(
; CHECK: store <4 x i32>
; CHECK: load
; CHECK: store <4 x i32>
define internal void @one_work_item(ptr addrspace(1) %a, ptr addrspace(1) %b) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %id = zext i32 %lane to i64
  %x.at = getelementptr <2 x i32>, ptr addrspace(1) %a, i64 %id
  %x = load i32, ptr addrspace(1) %x.at, !alias.scope !5, !noalias !6
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %id
  store i32 %x, ptr addrspace(1) %to, !alias.scope !6, !noalias !5
  %y.at = getelementptr i8, ptr addrspace(1) %x.at, i64 4
  %y = load i32, ptr addrspace(1) %y.at, !alias.scope !5, !noalias !6
  %more = getelementptr i8, ptr addrspace(1) %to, i64 400
  store i32 %y, ptr addrspace(1) %more, !alias.scope !6, !noalias !5
  ret void
}
declare i32 @__cleave_lane() memory(none)
!0 = !{!2}
!1 = !{!3}
!2 = distinct !{!2, !4}
!3 = distinct !{!3, !4}
!4 = distinct !{!4, !"cleave.objects"}
!5 = !{!7}
!6 = !{!8}
!7 = distinct !{!7, !9}
!8 = distinct !{!8, !9}
!9 = distinct !{!9, !"of the program"}
