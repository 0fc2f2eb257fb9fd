; Both cases of the switch lead to one block: its store is one way into it, not two.
; RUN: cleave-opt --passes=sink_common_stores %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

define internal void @k(ptr %p, i32 %x) "cleave-lanes" {
; CHECK-LABEL: @k
; CHECK: entry:
; CHECK-NEXT: store i32 1, ptr %p
; CHECK-NEXT: switch
entry:
  store i32 1, ptr %p
  switch i32 %x, label %meet [ i32 3, label %meet ]

meet:
  ret void
}
