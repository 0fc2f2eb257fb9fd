// Tells whether the arguments of a launch lead to distinct memory.
#pragma once

#include <cstdint>
#include <span>

namespace cleave::backend {

/// Memory that a kernel reaches by one of its arguments: addresses of the device that it runs on.
struct ReachedRange {
  uint64_t begin = 0;
  uint64_t bytes = 0;
  bool is_read_only = false;  // the kernel does not write to it
};

/// Returns LaunchShape::distinct_objects of a launch that reaches this memory and no other: no two
/// ranges overlap, unless both are only read. False where there are too many to compare each with
/// each. Pure.
[[nodiscard]] bool are_distinct(std::span<const ReachedRange> ranges);

}  // namespace cleave::backend
