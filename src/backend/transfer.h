// Defines transfers: boxes of bytes to be copied, or bytes to be filled with a pattern.
#pragma once

#include <array>
#include <cstddef>

#include "backend/memory.h"

namespace cleave::backend {

/// Bytes, rows and slices of a box; of a line {bytes, 1, 1}.
using Extent = std::array<size_t, 3>;

/// Steps from a box's first byte to its other rows and slices, and where the box begins.
struct Box {
  std::array<size_t, 3> origin = {};  // bytes, rows, slices
  size_t row_pitch = 0;               // bytes from a row to the next; of a line not used
  size_t slice_pitch = 0;

  [[nodiscard]] size_t first_byte() const {
    return origin[0] + origin[1] * row_pitch + origin[2] * slice_pitch;
  }
  /// Returns the bytes from the first one to the end of the last row. Precondition: no extent is 0.
  [[nodiscard]] size_t span(const Extent& extent) const {
    return (extent[2] - 1) * slice_pitch + (extent[1] - 1) * row_pitch + extent[0];
  }
};

/// One side of a transfer: a box in memory of the device, or in memory of the host.
///
///   Endpoint::in(allocation, {.origin = {offset}})  a line of the allocation
///   Endpoint::of_host(pointer, box)                 a box that begins at pointer + box.first_byte()
struct Endpoint {
  const Allocation* allocation =
      nullptr;                // of the device that runs the transfer; nullptr: the host's
  std::byte* host = nullptr;  // where `allocation` is nullptr; read only, where a source
  Box box = {};

  /// The allocation may get its addresses later, but before the transfer is submitted.
  [[nodiscard]] static Endpoint in(const Allocation& allocation, const Box& box) {
    return {&allocation, nullptr, box};
  }
  [[nodiscard]] static Endpoint of_host(const void* pointer, const Box& box = {}) {
    return {nullptr, static_cast<std::byte*>(const_cast<void*>(pointer)), box};
  }
};

/// Bytes to be copied or set. Large transfers are done in parts by several workers.
///
///   {.to = a, .from = b, .extent = {n, 1, 1}}                              a[i] = b[i]
///   {.to = a, .extent = {n, 1, 1}, .pattern_bytes = 4, .pattern = {…}}     a[i] = pattern[i % 4]
/// Each row of a box is filled like a line.
struct Transfer {
  static constexpr size_t most_pattern_bytes = 128;  // of double16
  Endpoint to = {};
  Endpoint from = {};  // of a copy; lines may overlap with `to`, as for memmove
  Extent extent = {0, 1, 1};
  size_t pattern_bytes = 0;  // 0: a copy; else a power of two that divides a row
  std::byte pattern[most_pattern_bytes] = {};
};

}  // namespace cleave::backend
