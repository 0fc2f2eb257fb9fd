; An image that a block captures is known by its eight bytes of the argument block, behind the arguments: the literal
; begins at byte 0, and its byte 24 has number 4. Nothing is known of the other image.
; RUN: cleave-opt --passes=bind_images --bind 4=281492438782133 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare i32 @__cleave_image_word(ptr addrspace(1))

; CHECK-COUNT-1: call i32 @__cleave_image_word
; CHECK-NOT: @__cleave_image_word
; CHECK: store i32 4277, ptr addrspace(1) %out
define internal spir_kernel void @block(ptr addrspace(4) %literal) {
  %at.out = getelementptr i8, ptr addrspace(4) %literal, i64 16
  %out = load ptr addrspace(1), ptr addrspace(4) %at.out
  %at.image = getelementptr i8, ptr addrspace(4) %literal, i64 24
  %image = load ptr addrspace(1), ptr addrspace(4) %at.image
  %at.other = getelementptr i8, ptr addrspace(4) %literal, i64 32
  %other = load ptr addrspace(1), ptr addrspace(4) %at.other
  %order = call i32 @__cleave_image_word(ptr addrspace(1) %image)
  %unknown = call i32 @__cleave_image_word(ptr addrspace(1) %other)
  store i32 %order, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %unknown, ptr addrspace(1) %next
  ret void
}
