; Everything known of an image (RGBA, UNORM_INT8, four bytes, rows of two texels at least) and of a sampler is
; a constant, also where the argument is kept in a variable; a width is not known, nor anything of the other
; image.
; RUN: cleave-opt --passes=bind_images --bind 0=281492438782133 --bind 2=18 %s | FileCheck %s
; RUN: cleave-opt --passes=bind_images %s | FileCheck --check-prefix=NONE %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare i32 @__cleave_image_word(ptr addrspace(1))

; NONE-COUNT-5: call i32 @__cleave_image_word
; CHECK-COUNT-2: call i32 @__cleave_image_word
; CHECK-NOT: @__cleave_image_word
; CHECK: store i32 4277, ptr addrspace(1) %out
; CHECK: store i32 4306
; CHECK: store i32 18
; CHECK: store i32 1,
define spir_kernel void @reads(ptr addrspace(1) %in, ptr addrspace(1) %other, i32 %sampler, ptr addrspace(1) %out) {
  %variable = alloca ptr addrspace(1)
  store ptr addrspace(1) %in, ptr %variable
  %image = load ptr addrspace(1), ptr %variable
  %order = call i32 @__cleave_image_word(ptr addrspace(1) %image)
  %type.at = getelementptr i8, ptr addrspace(1) %image, i64 4
  %type = call i32 @__cleave_image_word(ptr addrspace(1) %type.at)
  %neighbours.at = getelementptr i8, ptr addrspace(1) %image, i64 20
  %neighbours = call i32 @__cleave_image_word(ptr addrspace(1) %neighbours.at)
  %width.at = getelementptr i8, ptr addrspace(1) %image, i64 56
  %width = call i32 @__cleave_image_word(ptr addrspace(1) %width.at)
  %unknown = call i32 @__cleave_image_word(ptr addrspace(1) %other)
  store i32 %order, ptr addrspace(1) %out
  %out1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %type, ptr addrspace(1) %out1
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %sampler, ptr addrspace(1) %out2
  %out4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %neighbours, ptr addrspace(1) %out4
  %sum = add i32 %width, %unknown
  %out3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  store i32 %sum, ptr addrspace(1) %out3
  ret void
}
