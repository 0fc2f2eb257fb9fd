// Decides which launches run their small work-groups as lanes of larger ones.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "backend/hardware.h"
#include "compiler/interface/facts.h"
#include "compiler/interface/merged_groups.h"

namespace cleave::backend {

/// The work-groups of a launch as the program asks for them, or as they were chosen for it.
struct SmallGroups {
  std::array<uint64_t, 3> global_size = {1, 1, 1};
  std::array<uint64_t, 3> local_size = {1, 1, 1};
  uint64_t local_stride = 0;  // LocalMemoryLayout::stride
  uint64_t compute_units = 1;
};

struct LargerGroups {
  compiler::interface::MergedGroups groups;
  std::array<uint64_t, 3> local_size;  // a multiple of the program's
  uint64_t local_bytes;                // of local memory that one of them takes
};

/// Chooses the larger work-groups of a launch, of those that `merging` allows for the kernel; none: the
/// launch runs as the program asks. Pure, but for CLEAVE_MERGE_GROUPS.
[[nodiscard]] std::optional<LargerGroups> merge_groups(
    const SmallGroups& small, const compiler::interface::KernelFacts& kernel,
    compiler::interface::GroupMerging merging, const DeviceFacts& device);

/// The sizes of small work-groups that launches of one kernel of a program have had. Code is made
/// for each that is merged. Thread-safe.
class MergedSizes {
 public:
  /// Counts a launch of `items` work-items. Returns true if code for these groups is worth its
  /// time.
  [[nodiscard]] bool admits(const compiler::interface::MergedGroups& groups, uint64_t items);

 private:
  struct Launched {
    compiler::interface::MergedGroups groups;
    uint64_t items;  // of all launches
  };
  std::mutex mutex_;
  std::vector<Launched> launched_;
};

}  // namespace cleave::backend
