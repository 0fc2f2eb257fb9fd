// Plans launches of a kernel on the CPU: local size, merged work-groups and streamed arguments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "backend/group_merging.h"
#include "backend/hardware.h"
#include "backend/launch.h"
#include "backend/launch_description.h"

namespace cleave::backend::cpu::code {

/// Decides how launches of one kernel run, those of the host and those that kernels enqueue alike.
/// Neither compiles, allocates nor locks. Immutable.
class LaunchPlanner {
 public:
  /// Kernel and device live longer.
  LaunchPlanner(const compiler::interface::KernelFacts& kernel,
                compiler::interface::GroupMerging merging, const DeviceFacts& device);

  /// Returns the local size on so many units: the range's, or the one that is chosen where it is
  /// open.
  [[nodiscard]] std::array<uint64_t, 3> local_size(const LaunchRange& range, uint64_t units) const;
  /// Plans all of the launch but its code. `admits(groups, items)` tells whether there is to be
  /// code for these merged work-groups of a launch of so many work-items.
  template <class Admits>
  void plan(const LaunchDescription& description, uint64_t units, Launch& launch,
            const Admits& admits) const {
    const SmallGroups small = plan_as_asked(description, units, launch);
    const std::optional<LargerGroups> larger = merge_groups(small, kernel_, merging_, device_);
    const auto& [x, y, z] = description.range.global_size;
    if (larger && admits(larger->groups, x * y * z)) merge(*larger, launch);
  }

 private:
  [[nodiscard]] bool is_one_group(const std::array<uint64_t, 3>& global_size) const;
  /// Plans the launch with the work-groups that the program asks for, which it returns.
  SmallGroups plan_as_asked(const LaunchDescription& description, uint64_t units,
                            Launch& launch) const;
  static void merge(const LargerGroups& larger, Launch& launch);

  const compiler::interface::KernelFacts& kernel_;
  const compiler::interface::GroupMerging merging_;  // of its small work-groups
  const DeviceFacts& device_;
  const bool reads_tiles_;    // work-items of several rows share texels
  const bool writes_images_;  // some that it does not read
};

}  // namespace cleave::backend::cpu::code
