; In each iteration of the loops a vector is loaded that all rows share, and a number that all columns share: tiles of
; sub-groups of 8 lanes run as one. With 32 registers they have four rows and four columns, with 16 two and four. Rows of
; global memory may share a set of the cache, so that no more than eight run at once; those of local memory lie close.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-x=4 --jam-y=16 %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-y=16 %s | FileCheck %s --check-prefix=COLUMN
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @many_registers.body.region0(
; CHECK: %[[PART:.*]] = call range(i32 0, 16) i32 @__cleave_part()
; CHECK: %[[RIGHT:.*]] = urem i32 %[[PART]], 4
; CHECK: %[[DOWN:.*]] = udiv i32 %[[PART]], 4
; CHECK: %[[FURTHER:.*]] = mul nuw nsw i32 %[[RIGHT]], 8
; CHECK: add nuw nsw i32 %{{.*}}, %[[FURTHER]]
; CHECK: add nuw nsw i32 %3, %[[DOWN]]
; CHECK-LABEL: define void @__cleave_kernel_many_registers(
; CHECK: add nuw nsw i32 %x{{.*}}, 32
; CHECK: add nuw nsw i32 %y{{.*}}, 4
; CHECK-LABEL: define internal i32 @few_registers.body.region0(
; CHECK: %[[PART:.*]] = call range(i32 0, 8) i32 @__cleave_part()
; CHECK: urem i32 %[[PART]], 4
; CHECK: udiv i32 %[[PART]], 4
; CHECK-LABEL: define void @__cleave_kernel_few_registers(
; CHECK: add nuw nsw i32 %x{{.*}}, 32
; CHECK: add nuw nsw i32 %y{{.*}}, 2

; COLUMN-LABEL: define internal i32 @many_registers.body.region0(
; COLUMN: call range(i32 0, 8) i32 @__cleave_part()
; COLUMN-LABEL: define internal i32 @local_memory.body.region0(
; COLUMN: call range(i32 0, 16) i32 @__cleave_part()
define internal void @many_registers.body() "cleave-kernel"="many_registers" "target-features"="+avx2,+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr float, ptr %data, i64 %x
  %line = getelementptr float, ptr %data, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr %column, i64 %i
  %down = getelementptr float, ptr %line, i64 %i
  %a = load float, ptr %along
  %b = load float, ptr %down
  %product = fmul float %a, %b
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  store volatile float %more, ptr %column
  ret void
}
define internal void @few_registers.body() "cleave-kernel"="few_registers" "target-features"="+avx2" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr float, ptr %data, i64 %x
  %line = getelementptr float, ptr %data, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr %column, i64 %i
  %down = getelementptr float, ptr %line, i64 %i
  %a = load float, ptr %along
  %b = load float, ptr %down
  %product = fmul float %a, %b
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  store volatile float %more, ptr %column
  ret void
}
define internal void @local_memory.body() "cleave-kernel"="local_memory" "target-features"="+avx2,+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %near = load ptr addrspace(3), ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  %y = call i64 @__cleave_local_id(i32 1)
  %column = getelementptr float, ptr addrspace(3) %near, i64 %x
  %line = getelementptr float, ptr addrspace(3) %near, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %along = getelementptr float, ptr addrspace(3) %column, i64 %i
  %down = getelementptr float, ptr addrspace(3) %line, i64 %i
  %a = load float, ptr addrspace(3) %along
  %b = load float, ptr addrspace(3) %down
  %product = fmul float %a, %b
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end
end:
  store volatile float %more, ptr %data
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)
!0 = !{}
