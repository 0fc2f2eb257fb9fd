; A pointer computed from constants alone has no address space: from a variable that was never assigned, also
; over the iterations of a loop, from null or a number. It is taken for an address of global memory. LLVM 22
; leaves a null operand where it meets others.
; RUN: cleave-opt --passes=simplify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @meets
; CHECK-NOT: addrspace(4)
; CHECK: load float, ptr addrspace(1)
define void @meets(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %i, i1 %first) {
entry:
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br i1 %first, label %left, label %right
left:
  %known = getelementptr float, ptr addrspace(4) %generic, i64 %i
  br label %both
right:
  %unknown = getelementptr float, ptr addrspace(4) undef, i64 %i
  br label %both
both:
  %pointer = phi ptr addrspace(4) [ %known, %left ], [ %unknown, %right ]
  %value = load float, ptr addrspace(4) %pointer
  store float %value, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @runs
; CHECK-NOT: addrspace(4)
; CHECK: load float, ptr addrspace(1)
define void @runs(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i1 %first) {
entry:
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br label %loop
loop:
  %step = phi i64 [ 0, %entry ], [ %next, %loop ]
  %moving = phi ptr addrspace(4) [ undef, %entry ], [ %moved, %loop ]
  %moved = getelementptr float, ptr addrspace(4) %moving, i64 1
  %next = add i64 %step, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %pointer = select i1 %first, ptr addrspace(4) %moved, ptr addrspace(4) %generic
  %value = load float, ptr addrspace(4) %pointer
  store float %value, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @is_null
; CHECK-NOT: addrspace(4)
; CHECK: select i1 %first, ptr addrspace(1) %{{.*}}, ptr addrspace(1) %in
; CHECK-NOT: addrspace(4)
; CHECK: load float, ptr addrspace(1)
define void @is_null(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %i, i1 %first) {
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %element = getelementptr float, ptr addrspace(4) null, i64 %i
  %pointer = select i1 %first, ptr addrspace(4) %element, ptr addrspace(4) %generic
  %value = load float, ptr addrspace(4) %pointer
  store float %value, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @is_a_number
; CHECK-NOT: addrspace(4)
; CHECK: load float, ptr addrspace(1)
define void @is_a_number(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %i, i1 %first) {
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %element = getelementptr float, ptr addrspace(4) inttoptr (i64 4096 to ptr addrspace(4)), i64 %i
  %pointer = select i1 %first, ptr addrspace(4) %element, ptr addrspace(4) %generic
  %value = load float, ptr addrspace(4) %pointer
  store float %value, ptr addrspace(1) %out
  ret void
}

; Local memory may be anywhere: both stay generic.
; CHECK-LABEL: define void @meets_local_memory
; CHECK: load float, ptr addrspace(4)
define void @meets_local_memory(ptr addrspace(3) %in, ptr addrspace(1) %out, i64 %i, i1 %first) {
  %generic = addrspacecast ptr addrspace(3) %in to ptr addrspace(4)
  %element = getelementptr float, ptr addrspace(4) null, i64 %i
  %pointer = select i1 %first, ptr addrspace(4) %element, ptr addrspace(4) %generic
  %value = load float, ptr addrspace(4) %pointer
  store float %value, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define <2 x float> @are_vectors
; CHECK: load float, ptr addrspace(1)
define <2 x float> @are_vectors(ptr addrspace(1) %in, i64 %i, i1 %first) {
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %pair = insertelement <2 x ptr addrspace(4)> poison, ptr addrspace(4) %generic, i64 0
  %known = shufflevector <2 x ptr addrspace(4)> %pair, <2 x ptr addrspace(4)> poison, <2 x i32> zeroinitializer
  %elements = getelementptr float, <2 x ptr addrspace(4)> <ptr addrspace(4) null, ptr addrspace(4) undef>, i64 %i
  %pointers = select i1 %first, <2 x ptr addrspace(4)> %elements, <2 x ptr addrspace(4)> %known
  %pointer = extractelement <2 x ptr addrspace(4)> %pointers, i64 0
  %value = load float, ptr addrspace(4) %pointer
  %other = load float, ptr addrspace(1) %in
  %result = insertelement <2 x float> poison, float %value, i64 0
  %both = insertelement <2 x float> %result, float %other, i64 1
  ret <2 x float> %both
}
