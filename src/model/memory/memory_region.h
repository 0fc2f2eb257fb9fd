// Defines regions: boxes of bytes in a memory object, or in the storage that objects share.
#pragma once

#include <cstddef>

#include "backend/transfer.h"

namespace cleave::model::memory {

/// A box whose rows and slices ascend.
///
///   MemoryRegion::line(offset, bytes)                       bytes of a buffer
///   {.base = level's offset, .box = …, .extent = …}         texels of an image
struct MemoryRegion {
  size_t base = 0;  // where the grid of rows and slices begins that the box is in
  backend::Box box = {};
  backend::Extent extent = {0, 1, 1};

  [[nodiscard]] static MemoryRegion line(size_t offset, size_t bytes) {
    return {0, {.origin = {offset}}, {bytes, 1, 1}};
  }
  /// True when no bytes lie between its rows.
  [[nodiscard]] bool is_dense() const {
    return box.span(extent) == extent[0] * extent[1] * extent[2];
  }
  [[nodiscard]] size_t begin() const { return base + box.first_byte(); }
  [[nodiscard]] size_t end() const { return begin() + box.span(extent); }
};

/// True when a byte is in both: exact, for boxes in different grids too. Precondition: no extent is
/// 0.
[[nodiscard]] bool overlap(const MemoryRegion& one, const MemoryRegion& other);

}  // namespace cleave::model::memory
