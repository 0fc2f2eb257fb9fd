// Computes what kernels read from images and write to them (OpenCL C 3.0, chapter 8; OpenCL 2.2,
// 5.3.1.1), in double precision and from the specification alone: it shares nothing with the
// library of built-ins.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cleave::test {

/// Red, green, blue and alpha, or stored channels in their order.
using Colour = std::array<double, 4>;

/// The formats that kernels read and write, each with all that is known of it.
[[nodiscard]] const std::vector<cl_image_format>& image_formats();
[[nodiscard]] std::string name_of(const cl_image_format& format);

enum class ChannelClass : uint8_t { normalized, real, signed_integer, unsigned_integer };
[[nodiscard]] ChannelClass class_of(const cl_image_format& format);
[[nodiscard]] bool is_srgb(const cl_image_format& format);
[[nodiscard]] size_t bytes_of_texel(const cl_image_format& format);

/// Returns what a texel is: values of normalized and real channels, whole numbers of integers.
[[nodiscard]] Colour read_texel(const cl_image_format& format, const std::byte* texel);
/// The border colour of a format.
[[nodiscard]] Colour border_of(const cl_image_format& format);

/// Returns the bytes that a write of reals leaves, but for channels that are ignored
/// (`ignored_bits`).
[[nodiscard]] std::vector<std::byte> write_texel(const cl_image_format& format,
                                                 const std::array<float, 4>& colour);
/// The same of integers, signed or not as the format is.
[[nodiscard]] std::vector<std::byte> write_texel(const cl_image_format& format,
                                                 const std::array<int64_t, 4>& colour);

/// A sampler as clCreateSampler takes it.
struct Sampler {
  cl_bool normalized = CL_FALSE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};
[[nodiscard]] std::string name_of(const Sampler& sampler);

/// Texels in memory, of an image of any type.
struct Texels {
  cl_image_format format;
  cl_mem_object_type type;
  size_t width = 1, height = 1, depth = 1, layers = 1;
  size_t row_pitch = 0, slice_pitch = 0;  // bytes
  const std::byte* memory = nullptr;

  [[nodiscard]] bool has_layers() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// Returns the number of coordinates that are interpolated.
  [[nodiscard]] unsigned dimensions() const;
};

/// Holds what a read may give: the value, and the magnitude that its error is measured by.
struct Sampled {
  Colour colour;
  Colour largest;  // of the texels that it is made of, by component
};
/// Reads at (x, y, slice or layer) with a sampler.
[[nodiscard]] Sampled sample(const Texels& image, const Sampler& sampler,
                             const std::array<float, 3>& at);
/// Reads one texel, or the border's colour where there is none; layers are clamped.
[[nodiscard]] Colour read_at(const Texels& image, const Sampler& sampler,
                             const std::array<int64_t, 3>& at);

}  // namespace cleave::test
