// Calls the image functions of the library as kernels do, with descriptors made by hand.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "builtins/image_memory.h"
#include "image_reference.h"

namespace cleave::test {

using Float2 = float __attribute__((vector_size(8)));
using Float4 = float __attribute__((vector_size(16)));
using Int2 = int32_t __attribute__((vector_size(8)));
using Int4 = int32_t __attribute__((vector_size(16)));

/// The texels of an image of one level, and the descriptor that kernels get.
class HostImage {
 public:
  /// Rows and slices have `padding` bytes more than they need.
  HostImage(cl_image_format format, cl_mem_object_type type, std::array<size_t, 3> sizes,
            size_t padding = 0);

  [[nodiscard]] std::vector<std::byte>& memory() { return memory_; }
  /// The image as the reference sees it.
  [[nodiscard]] Texels texels() const;
  [[nodiscard]] const builtins::ImageDescriptor* descriptor() const { return &descriptor_; }

  /// Functions for float coordinates (x, y, slice or layer), with a sampler.
  [[nodiscard]] std::array<float, 4> read_f(uint32_t sampler, std::array<float, 3> at) const;
  [[nodiscard]] std::array<int32_t, 4> read_i(uint32_t sampler, std::array<float, 3> at) const;
  /// Those for texels; without a sampler where there is none.
  [[nodiscard]] std::array<float, 4> texel_f(std::array<int32_t, 3> at) const;
  [[nodiscard]] std::array<int32_t, 4> texel_i(std::array<int32_t, 3> at) const;
  [[nodiscard]] std::array<float, 4> texel_f(uint32_t sampler, std::array<int32_t, 3> at) const;
  void write_f(std::array<int32_t, 3> at, std::array<float, 4> colour);
  void write_i(std::array<int32_t, 3> at, std::array<int32_t, 4> colour);

 private:
  std::vector<std::byte> memory_;
  cl_image_format format_;
  cl_mem_object_type type_;
  builtins::ImageDescriptor descriptor_ = {};
};

/// The bits of a sampler, those of constants of the program.
[[nodiscard]] uint32_t bits_of(const Sampler& sampler);

}  // namespace cleave::test
