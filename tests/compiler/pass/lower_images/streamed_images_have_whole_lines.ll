; The memory of an image that the launch streams is marked where a vector of its texels is whole cache
; lines: of four bytes (argument 0), not of one (argument 1), nor where the format is not known.
; RUN: cleave-opt --passes=lower_images --streamed-arguments=7 --width=16 --bind 0=17462071477 --bind 1=4577169584 %s | FileCheck %s
; RUN: cleave-opt --passes=lower_images --width=16 --bind 0=17462071477 %s | FileCheck --check-prefix=NONE %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare ptr addrspace(1) @__cleave_image_memory(ptr addrspace(1))

; CHECK: %lines = load {{.*}}, !cleave.streamed
; CHECK: %parts = load
; CHECK-NOT: !cleave.streamed
; CHECK: ret void
; NONE-NOT: !cleave.streamed
define spir_kernel void @writes(ptr addrspace(1) %four, ptr addrspace(1) %one, ptr addrspace(1) %any) {
  %at = getelementptr i8, ptr addrspace(1) %four, i64 32
  %lines = call ptr addrspace(1) @__cleave_image_memory(ptr addrspace(1) %at)
  store i32 1, ptr addrspace(1) %lines
  %at.one = getelementptr i8, ptr addrspace(1) %one, i64 32
  %parts = call ptr addrspace(1) @__cleave_image_memory(ptr addrspace(1) %at.one)
  store i8 1, ptr addrspace(1) %parts
  %at.any = getelementptr i8, ptr addrspace(1) %any, i64 32
  %unknown = call ptr addrspace(1) @__cleave_image_memory(ptr addrspace(1) %at.any)
  store i32 1, ptr addrspace(1) %unknown
  ret void
}
