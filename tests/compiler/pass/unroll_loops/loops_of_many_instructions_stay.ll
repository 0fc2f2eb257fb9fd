; A program asks for loops to be unrolled: those of up to 4,096 instructions become straight code,
; longer ones stay, with their other hints.
; RUN: cleave-opt --passes=unroll_loops %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @short(
; CHECK-NOT: br
; CHECK-COUNT-2000: store
; CHECK-NOT: br
; CHECK: ret void
define void @short(ptr %places) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %place = getelementptr i32, ptr %places, i32 %i
  store volatile i32 %i, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 2000
  br i1 %more, label %turn, label %end, !llvm.loop !0
end:
  ret void
}

; CHECK-LABEL: define void @long(
; CHECK-COUNT-1: store
; CHECK-NOT: store
; CHECK: br i1 {{.*}}, !llvm.loop [[LONG:![0-9]+]]
; CHECK: ret void
define void @long(ptr %places) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %place = getelementptr i32, ptr %places, i32 %i
  store volatile i32 %i, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 2100
  br i1 %more, label %turn, label %end, !llvm.loop !1
end:
  ret void
}

; CHECK-LABEL: define void @counted(
; CHECK-COUNT-1: store
; CHECK-NOT: store
; CHECK: ret void
define void @counted(ptr %places) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %place = getelementptr i32, ptr %places, i32 %i
  store volatile i32 %i, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 2100
  br i1 %more, label %turn, label %end, !llvm.loop !2
end:
  ret void
}

; A few copies of a long loop are few instructions.
; CHECK-LABEL: define void @copied(
; CHECK: br i1 {{.*}}, !llvm.loop [[COPIED:![0-9]+]]
; CHECK: ret void
define void @copied(ptr %places) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %place = getelementptr i32, ptr %places, i32 %i
  store volatile i32 %i, ptr %place
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 9000
  br i1 %more, label %turn, label %end, !llvm.loop !3
end:
  ret void
}

; Each turn of a hash picks words and a function by its number: all that is left of it is arithmetic.
; CHECK-LABEL: define i32 @hash(
; CHECK-NOT: br
; CHECK-NOT: icmp
; CHECK: ret i32
define i32 @hash(i32 %a, i32 %b, i32 %c) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ %a, %entry ], [ %mixed, %latch ]
  %first = add nuw nsw i32 %i, 13
  %second = and i32 %first, 15
  %third = mul nuw nsw i32 %second, 5
  %fourth = xor i32 %third, 7
  %fifth = shl nuw nsw i32 %fourth, 1
  %word = add i32 %sum, %fifth
  %early = icmp ult i32 %i, 200
  br i1 %early, label %choose, label %vote
choose:
  %chosen = and i32 %word, %b
  br label %latch
vote:
  %voted = xor i32 %word, %c
  br label %latch
latch:
  %mixed = phi i32 [ %chosen, %choose ], [ %voted, %vote ]
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 400
  br i1 %more, label %turn, label %end, !llvm.loop !0
end:
  ret i32 %mixed
}

; CHECK-DAG: [[LONG]] = distinct !{[[LONG]], [[HINT:![0-9]+]]}
; CHECK-DAG: [[HINT]] = !{!"llvm.loop.mustprogress"}
; CHECK-DAG: [[COPIED]] = distinct !{[[COPIED]], [[COUNT:![0-9]+]]}
; CHECK-DAG: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
!0 = distinct !{!0, !4}
!1 = distinct !{!1, !4, !5}
!2 = distinct !{!2, !6}
!3 = distinct !{!3, !7}
!4 = !{!"llvm.loop.unroll.enable"}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.count", i32 2100}
!7 = !{!"llvm.loop.unroll.count", i32 4}
