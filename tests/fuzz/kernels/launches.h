// How generated kernels are launched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cleave::test::fuzz::kernels {

struct LaunchShape {
  unsigned dimensions = 1;
  std::array<size_t, 3> global = {1, 1, 1};
  std::array<size_t, 3> local = {1, 1, 1};
  std::array<size_t, 3> offset = {0, 0, 0};
};

inline constexpr size_t maximum_work_items = 160;
inline constexpr size_t maximum_local_size = 160;
inline constexpr size_t slots = 3;  // arrays of which each work-item has four elements
inline constexpr size_t slot_bytes = maximum_work_items * 4 * 128;
inline constexpr size_t hidden_bytes_per_item = 2560;  // of memory that is not compared
inline constexpr size_t records_begin = slots * slot_bytes + maximum_work_items * 72;
inline constexpr size_t memory_bytes = records_begin + maximum_work_items * 16;

inline constexpr size_t most_work_groups = 60;
inline constexpr size_t shared_words = 136;   // that all work-items change by atomic operations
inline constexpr size_t waiting_words = 512;  // by which the sub-groups of a work-group wait; twice

/// Shapes of which sub-groups do not make a whole number, mostly.
std::vector<LaunchShape> launches_of(uint64_t seed, unsigned count);
std::string describe(const LaunchShape& shape);

}  // namespace cleave::test::fuzz::kernels
