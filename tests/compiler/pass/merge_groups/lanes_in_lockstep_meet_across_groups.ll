; Lanes that run in lockstep compute collectives across work-groups: those of single items too, unless the
; items run one after another.
; RUN: cleave-opt --passes=merge_groups --merged-size=1,1,1 --merged-whole --lanes=rows %s | FileCheck %s
; RUN: cleave-opt --passes=merge_groups --merged-size=1,1,1 --merged-whole --lanes=serial %s | FileCheck %s --check-prefix=SERIAL
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define i32 @counts(
; CHECK-NEXT: %sum = call i32 @__cleave_lockstep_reduce_add_i32(i32 %x)
; CHECK-NEXT: ret i32 %sum
; SERIAL-LABEL: define i32 @counts(
; SERIAL-NEXT: ret i32 %x
define i32 @counts(i32 %x) {
  %sum = call i32 @__cleave_lockstep_reduce_add_i32(i32 %x)
  ret i32 %sum
}
declare i32 @__cleave_lockstep_reduce_add_i32(i32)
