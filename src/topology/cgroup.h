// Reads what control groups leave of the machine: memory and processor time. (Which processors they
// leave, their cpuset, is in the affinity mask.)
#pragma once

#include <cstdint>
#include <filesystem>

#include "topology/topology.h"

namespace cleave::topology {

/// The limits of this process's control groups and of those around them.
struct CgroupLimits {
  uint64_t memory_bytes = UINT64_MAX;  // the largest number: no limit
  /// The processors whose time the quota pays for, rounded up; 0: no quota.
  uint32_t processors = 0;
  /// A number that differs between groups: the inode of the one that has the processes.
  uint64_t identity = 0;
};

/// Reads cgroups v2 and v1 below `root`: proc/self/cgroup and sys/fs/cgroup. "/" is this system.
[[nodiscard]] CgroupLimits read_cgroup_limits(const std::filesystem::path& root);

/// `count` of the machine's units (or all, if it has no more): one of each core before a second one
/// of any, in logical order, which keeps them near each other, beginning at the unit `start` modulo
/// their number and going round. Containers side by side that start at different units so leave
/// each other's processors alone.
[[nodiscard]] UnitSet choose_units(const Machine& machine, uint32_t count, uint64_t start);

}  // namespace cleave::topology
