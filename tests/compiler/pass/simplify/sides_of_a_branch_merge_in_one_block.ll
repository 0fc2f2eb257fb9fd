; LLVM and front ends make one block of all that ends behind nested branches. A branch inside of others has a
; block of its own behind it again: then it becomes a select, and a loop that an `if` leads back to the header of
; has one back edge.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define float @nested(
; CHECK: br i1 %a, label %[[OUTER:.*]], label %other
; CHECK: [[OUTER]]:
; CHECK-NOT: br i1
; CHECK: select i1 %b, float %{{.*}}, float %{{.*}}
; CHECK: br label %end
; CHECK: end:
; CHECK-NEXT: phi float [ %{{.*}}, %{{.*}} ], [ %{{.*}}, %{{.*}} ]
; CHECK-NEXT: ret
define float @nested(i1 %a, i1 %b, i1 %c, float %x, float %y) {
  br i1 %a, label %outer, label %other
outer:
  br i1 %b, label %left, label %right
left:
  %product = fmul float %x, %y
  br label %end
right:
  %sum = fadd float %x, %y
  br label %end
other:
  %called = call float @f(float %x)
  br label %end
end:
  %result = phi float [ %product, %left ], [ %sum, %right ], [ %called, %other ]
  ret float %result
}

; CHECK-LABEL: define i32 @search(
; CHECK: [[LATCH:.*]]: ; preds = %body, %after
; CHECK: br label %header, !llvm.loop
; CHECK: header: ; preds = %[[LATCH]], %0
define i32 @search(ptr %numbers, float %key, i32 %n) {
  br label %header
header:
  %high = phi i32 [ %n, %0 ], [ %high, %after ], [ %middle, %body ]
  %low = phi i32 [ 0, %0 ], [ %next, %after ], [ %low, %body ]
  %more = icmp slt i32 %low, %high
  br i1 %more, label %body, label %end
body:
  %sum = add i32 %low, %high
  %middle = sdiv i32 %sum, 2
  %address = getelementptr float, ptr %numbers, i32 %middle
  %number = load volatile float, ptr %address
  %less = fcmp olt float %number, %key
  br i1 %less, label %after, label %header, !llvm.loop !0
after:
  %next = add i32 %middle, 1
  call void @g()
  br label %header, !llvm.loop !0
end:
  ret i32 %low
}

; If one side of the branch may leave the loop, there may be two loops indeed.
; CHECK-LABEL: define void @two_loops(
; CHECK: header:
; CHECK-NEXT: phi i32 [ 0, %0 ], [ %{{.*}}, %header ], [ 0, %rest ]
define void @two_loops(i32 %n, i32 %m) {
  br label %header
header:
  %i = phi i32 [ 0, %0 ], [ %next, %header ], [ 0, %rest ]
  %next = add i32 %i, 1
  call void @g()
  %more = icmp slt i32 %next, %n
  br i1 %more, label %header, label %rest
rest:
  %called = call float @f(float 1.0)
  %again = fcmp olt float %called, 0.0
  br i1 %again, label %header, label %end
end:
  ret void
}

declare float @f(float)
declare void @g()
!0 = distinct !{!0}
