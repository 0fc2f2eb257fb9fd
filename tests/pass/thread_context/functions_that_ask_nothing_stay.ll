; They keep their arguments.
; RUN: cleave-opt --passes=thread_context --width=8 %s | FileCheck %s
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
