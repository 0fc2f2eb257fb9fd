// Makes pictures of several formats, the sizes of cases that use them, and comparisons of the
// pictures that kernels write.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case.h"

namespace cleave::benchmark::images {

enum class Format : size_t {
  rgba8,
  r8,
  half,    // four of 16 bits
  single,  // four of 32 bits
  srgba8,  // four bytes: colours that are spaced as the eye sees them, and alpha
};
inline constexpr std::array usual_formats = {Format::rgba8, Format::r8, Format::half,
                                             Format::single};
inline constexpr std::array<std::string_view, 1> one_way = {""};

/// A row of a case. Width, height and depth of what the kernel reads are `edge`, below 10,000;
/// `way` counts the ways of the case.
struct Row {
  Format format;
  size_t way;
  size_t edge;
};

/// Size::value of a row: way, format and edge, in digits that people can read.
[[nodiscard]] constexpr size_t size_of(const Row& row) {
  return row.way * 100'000 + static_cast<size_t>(row.format) * 10'000 + row.edge;
}
[[nodiscard]] constexpr Row row_of(size_t size) {
  return {static_cast<Format>(size / 10'000 % 10), size / 100'000, size % 10'000};
}

/// The sizes of a case: each format with the three edges small, cache and memory, and each of these
/// in all ways. Labels are "rgba8 cache", or "rgba8 cache buffer" for a way of that name.
[[nodiscard]] std::vector<Size> sizes_of(std::span<const Format> formats,
                                         const std::array<size_t, 3>& edges,
                                         std::span<const std::string_view> ways);

[[nodiscard]] cl_image_format format_of(Format format);
[[nodiscard]] size_t channels_of(Format format);
[[nodiscard]] size_t texel_bytes(Format format);
/// How far a number between 0 and 1 may be from the one that is stored for it.
[[nodiscard]] double rounding_of(Format format);
/// How far a filtered number may be from the right one, for each dimension: drivers keep 8 bits of
/// the places between texels, or more. A wrong texel differs by 1/3 on average.
inline constexpr double filter_error = 1.0 / 256;

/// Texels that look random, so that a wrong one shows: levels between 0 and 1 which the format
/// represents exactly.
struct Picture {
  Picture(Format picture_format, size_t picture_width, size_t picture_height,
          size_t picture_depth = 1);

  /// Returns one channel of the texel, as a read without a filter gives it.
  [[nodiscard]] float at(size_t x, size_t y, size_t channel) const {
    return values[(y * width + x) * channels + channel];
  }
  /// An image of two dimensions, or of three if it has depth.
  [[nodiscard]] ImageObject image_on(Device& device) const;

  Format format;
  size_t width, height, depth, channels;
  std::vector<std::byte> texels;
  std::vector<float> values;  // what reads give
};

/// Linear light of a stored colour between 0 and 1, and back, as OpenCL defines sRGB.
[[nodiscard]] double linear_light(double stored);
[[nodiscard]] double stored_colour(double light);

/// An image of two dimensions with a copy of `texels`.
[[nodiscard]] ImageObject image_of(Device& device, Format format, size_t width, size_t height,
                                   std::span<const std::byte> texels);
/// An image of zeros, or a buffer for as many texels.
[[nodiscard]] ImageObject empty_image(Device& device, Format format, size_t width, size_t height);
[[nodiscard]] Buffer empty_buffer(Device& device, Format format, size_t width, size_t height);

/// Empty if all stored numbers are at most `bound` from the right ones, else which is the first
/// that is not.
[[nodiscard]] std::string difference(std::span<const std::byte> found, Format format, size_t width,
                                     std::span<const float> right, double bound);

/// Returns the text that kernels of the format begin with, for images or for buffers: the type T of
/// a colour (float for one channel, else float4), the types IN and OUT of arguments, and READ,
/// READ_CLAMPED (which repeats the picture's edges) and WRITE. `width` and `height` are names of
/// the kernel.
[[nodiscard]] std::string image_access(Format format);
[[nodiscard]] std::string buffer_access(Format format);

}  // namespace cleave::benchmark::images
