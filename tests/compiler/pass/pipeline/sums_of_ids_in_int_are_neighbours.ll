; in[row + 1][column + 1] with rows of any length and an int for each subscript, as SYCL's kernels are written: neighbours
; in a row are found however large objects are, since int does not overflow.
; RUN: cleave-opt --pipeline=vector --lanes=rows --jam-y=4 --small-ids --width=16 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__cleave_kernel_k
; CHECK-NOT: {{gather|scatter}}
; CHECK: load <16 x float>
; CHECK: store <16 x float>
; CHECK-NOT: {{gather|scatter}}
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %width) {
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %row = trunc i64 %y to i32
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %column = trunc i64 %x to i32
  %below = add nsw i32 %row, 1
  %line = sext i32 %below to i64
  %first = mul i64 %line, %width
  %begin = getelementptr inbounds float, ptr addrspace(1) %in, i64 %first
  %right = add nsw i32 %column, 1
  %index = sext i32 %right to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %begin, i64 %index
  %v = load float, ptr addrspace(1) %from
  %own_line = sext i32 %row to i64
  %own_first = mul i64 %own_line, %width
  %own_begin = getelementptr inbounds float, ptr addrspace(1) %out, i64 %own_first
  %own_index = sext i32 %column to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %own_begin, i64 %own_index
  store float %v, ptr addrspace(1) %to
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
