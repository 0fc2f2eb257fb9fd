// Describes the program's work-groups where many of them run as one larger work-group.
#pragma once

#include <array>
#include <cstdint>

namespace cleave::compiler::interface {

/// Which small work-groups may run as lanes of larger ones (canonical/facts/group_merging.h).
enum class GroupMerging : uint8_t {
  none,
  single_item_groups,  // those of one work-item
  whole_groups,        // all, in launches whose local size divides the global size
  all,
};

/// The larger work-group holds whole work-groups of the program, in each dimension a number of them
/// beside each other; at the end of a launch both may be smaller.
struct MergedGroups {
  std::array<uint32_t, 3> size =
      {};                  // the local size that the program asked for; zeros: none merge
  bool all_whole = false;  // no work-group of the launch is smaller
  // Bytes from the local memory of one of them to that of the next, x growing fastest, then y.
  uint32_t local_stride = 0;

  [[nodiscard]] bool are_single_items() const { return size == std::array<uint32_t, 3>{1, 1, 1}; }
  friend auto operator<=>(const MergedGroups&, const MergedGroups&) = default;
};

}  // namespace cleave::compiler::interface
