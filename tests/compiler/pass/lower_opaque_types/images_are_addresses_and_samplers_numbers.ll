; An image is the address of its descriptor, a sampler its bits: those that clang gives to constants,
; which have no properties of levels, so that all levels may be read. What is chosen at run time is
; chosen among numbers. The library's questions for address and bits are answered by these.
; RUN: cleave-opt --passes=lower_opaque_types %s | FileCheck %s
; CHECK-NOT: target("spirv.
; CHECK-NOT: @__translate_sampler_initializer
; CHECK-NOT: @__cleave_

declare target("spirv.Sampler") @__translate_sampler_initializer(i32)
declare ptr addrspace(1) @__cleave_image_descriptor(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare i32 @__cleave_sampler_bits(target("spirv.Sampler"))
declare <4 x float> @sample(ptr addrspace(1), i32)

; CHECK: define <4 x float> @read(ptr addrspace(1) %image, i32 %sampler)
; CHECK: %texel = call <4 x float> @sample(ptr addrspace(1) %image, i32 %sampler)
define <4 x float> @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler) {
  %descriptor = call ptr addrspace(1) @__cleave_image_descriptor(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %bits = call i32 @__cleave_sampler_bits(target("spirv.Sampler") %sampler)
  %texel = call <4 x float> @sample(ptr addrspace(1) %descriptor, i32 %bits)
  ret <4 x float> %texel
}

; CHECK: define <4 x float> @chosen(ptr addrspace(1) %image, i32 %argument, i1 %c)
; CHECK: %place = alloca ptr addrspace(1)
; CHECK: store ptr addrspace(1) %image, ptr %place
; 0xfff00020
; CHECK: %sampler = select i1 %c, i32 %argument, i32 -1048544
; CHECK: call <4 x float> @read(ptr addrspace(1) %again, i32 %sampler)
define <4 x float> @chosen(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %argument, i1 %c) {
  %place = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, ptr %place
  %constant = call target("spirv.Sampler") @__translate_sampler_initializer(i32 32)
  %sampler = select i1 %c, target("spirv.Sampler") %argument, target("spirv.Sampler") %constant
  %again = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %place
  %texel = call <4 x float> @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %again, target("spirv.Sampler") %sampler)
  ret <4 x float> %texel
}
