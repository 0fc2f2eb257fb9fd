; The address is taken of one lane, so that the elements behind it are known to follow each other.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @read(
; CHECK: extractelement <16 x ptr addrspace(1)> %{{.*}}, i32 0
; CHECK: load <16 x i32>, ptr addrspace(1)
; CHECK-NOT: gather
; CHECK: ret void
define internal void @read(ptr addrspace(1) %table, ptr %out) "cleave-lanes"="16" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %half = lshr i32 %lane, 5
  %start = getelementptr i32, ptr addrspace(1) %table, i32 %half
  %same = call ptr addrspace(1) @__cleave_sub_group_same_p1(ptr addrspace(1) %start)
  %from = getelementptr i32, ptr addrspace(1) %same, i64 %index
  %x = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %x, ptr %to
  ret void
}
declare i32 @__cleave_lane()
declare ptr addrspace(1) @__cleave_sub_group_same_p1(ptr addrspace(1)) convergent memory(none)
