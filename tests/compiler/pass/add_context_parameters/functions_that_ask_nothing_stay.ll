; They keep their arguments.
; RUN: cleave-opt --passes=add_context_parameters --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @plain(i32 %a)
define i32 @plain(i32 %a) {
  ret i32 %a
}
; CHECK-LABEL: define internal void @k.body
; CHECK-NEXT: call i32 @plain(i32 1)
define internal void @k.body() "cleave-kernel"="k" {
  %v = call i32 @plain(i32 1)
  ret void
}
