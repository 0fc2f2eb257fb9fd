; A query of an image is a load from its descriptor, which no store of a kernel changes: the second
; one is the first.
; RUN: cleave-opt --passes=lower_images %s | FileCheck %s
; RUN: cleave-opt --passes=lower_images,simplify %s | FileCheck --check-prefix=ONCE %s
; CHECK-NOT: @__cleave_image
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare i32 @__cleave_image_word(ptr addrspace(1))
declare i64 @__cleave_image_pitch(ptr addrspace(1))
declare ptr addrspace(1) @__cleave_image_memory(ptr addrspace(1))

; CHECK: %width = load i32, ptr addrspace(1) %image, align 4, !invariant.load
; CHECK: %pitch = load i64, ptr addrspace(1) %pitch.at, align 8, !invariant.load
; CHECK: %memory = load ptr addrspace(1), ptr addrspace(1) %memory.at, align 8, !invariant.load
; ONCE: load i32
; ONCE-NOT: load i32
define void @asks(ptr addrspace(1) %image) {
  %width = call i32 @__cleave_image_word(ptr addrspace(1) %image)
  %pitch.at = getelementptr i8, ptr addrspace(1) %image, i64 40
  %pitch = call i64 @__cleave_image_pitch(ptr addrspace(1) %pitch.at)
  %memory.at = getelementptr i8, ptr addrspace(1) %image, i64 32
  %memory = call ptr addrspace(1) @__cleave_image_memory(ptr addrspace(1) %memory.at)
  %texel = getelementptr i8, ptr addrspace(1) %memory, i64 %pitch
  store i32 %width, ptr addrspace(1) %texel
  %again = call i32 @__cleave_image_word(ptr addrspace(1) %image)
  %next = getelementptr i8, ptr addrspace(1) %texel, i64 4
  store i32 %again, ptr addrspace(1) %next
  ret void
}
