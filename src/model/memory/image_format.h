// Tells what the image formats of builtins/image_formats.def are, and converts colours to texels.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cleave::model::memory {

/// Which built-in functions read and write an image, and how a colour is given to fill it.
enum class ColourType : uint8_t {
  real,  // read_imagef: four cl_float, of CL_DEPTH one
  sint,  // read_imagei: four cl_int
  uint,  // read_imageui: four cl_uint
};

/// The most bytes that a texel has.
inline constexpr size_t most_texel_bytes = 16;

/// The set of accesses that kernels make to an image.
using ImageAccess = uint8_t;
inline constexpr ImageAccess image_read = 1;
inline constexpr ImageAccess image_write = 2;
inline constexpr ImageAccess image_read_and_write = 4;  // both in one kernel

/// One supported format.
struct SupportedImageFormat {
  cl_image_format name = {};
  uint8_t texel_bytes = 0;
  ColourType colour = ColourType::real;
  ImageAccess access = 0;
  bool is_only_2d = false;  // has 2D images and arrays of them only

  /// True when images of this type may have the format.
  [[nodiscard]] bool suits(cl_mem_object_type type) const {
    return !is_only_2d || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
};

/// All that are supported, in the order in which applications are told.
[[nodiscard]] std::span<const SupportedImageFormat> image_formats();
/// nullptr: it is not supported.
[[nodiscard]] const SupportedImageFormat* find_image_format(const cl_image_format& name);
/// True when order and data type exist and go together (tables 5.6 and 5.7): bits of a texel are a
/// power of two, and packed data types have the channels that their order names.
[[nodiscard]] bool is_image_format(const cl_image_format& name);

/// A texel as it lies in memory; bytes beyond SupportedImageFormat::texel_bytes are zero.
using Texel = std::array<std::byte, most_texel_bytes>;
/// Converts the colour that clEnqueueFillImage is given, as 8.3 wants it of write_image: integers
/// saturate, normalised values are clamped and rounded to the nearest, ties to even, NaN becomes 0.
/// sRGB components are within 0.5 units in the last place. `colour` holds 16 bytes, of CL_DEPTH
/// four.
[[nodiscard]] Texel texel_of(const SupportedImageFormat& format, const void* colour);

/// True for orders whose colours are in the sRGB space.
[[nodiscard]] bool is_srgb(cl_channel_order order);

}  // namespace cleave::model::memory
