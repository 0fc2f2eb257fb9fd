#include "model/memory/memory_region.h"

#include <algorithm>

namespace cleave::model::memory {
namespace {

/// Walks over the rows of a region in the order of their addresses.
class RegionRows {
 public:
  explicit RegionRows(const MemoryRegion& region) : region_(region), begin_(region.begin()) {}

  [[nodiscard]] bool at_end() const { return slice_ == region_.extent[2]; }
  [[nodiscard]] size_t begin() const {
    return begin_ + slice_ * region_.box.slice_pitch + row_ * region_.box.row_pitch;
  }
  [[nodiscard]] size_t end() const { return begin() + region_.extent[0]; }
  void next() {
    if (++row_ < region_.extent[1]) return;
    row_ = 0;
    ++slice_;
  }

 private:
  const MemoryRegion& region_;
  size_t begin_;
  size_t row_ = 0;
  size_t slice_ = 0;
};

bool is_same_grid(const MemoryRegion& one, const MemoryRegion& other) {
  return one.base == other.base && one.box.row_pitch == other.box.row_pitch &&
         one.box.slice_pitch == other.box.slice_pitch;
}

/// True when the box lies in one row's bytes and one slice's rows: its coordinates then tell what
/// it holds.
bool keeps_to_grid(const MemoryRegion& region) {
  const backend::Box& box = region.box;
  return box.origin[0] + region.extent[0] <= box.row_pitch &&
         (box.origin[1] + region.extent[1]) * box.row_pitch <= box.slice_pitch;
}

bool have_common_coordinates(const MemoryRegion& one, const MemoryRegion& other) {
  for (size_t i = 0; i < 3; ++i) {
    if (one.box.origin[i] >= other.box.origin[i] + other.extent[i] ||
        other.box.origin[i] >= one.box.origin[i] + one.extent[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool overlap(const MemoryRegion& one, const MemoryRegion& other) {
  if (one.end() <= other.begin() || other.end() <= one.begin()) return false;
  if (is_same_grid(one, other) && keeps_to_grid(one) && keeps_to_grid(other)) {
    return have_common_coordinates(one, other);
  }
  // RegionRows of either region ascend, so one pass over both finds a pair of rows that overlap.
  RegionRows left(one);
  RegionRows right(other);
  while (!left.at_end() && !right.at_end()) {
    if (left.end() <= right.begin()) {
      left.next();
    } else if (right.end() <= left.begin()) {
      right.next();
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace cleave::model::memory
