#include "backend/cpu/code/launch_shape.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace cleave::backend::cpu {

// The last work-group of a dimension may be a shorter one.
compiler::LaunchShape shape_of(const Launch& launch) {
  const uint64_t lanes = std::max<uint64_t>(1, launch.sub_group_size);
  const auto& local = launch.local_size;
  const uint64_t last[3] = {launch.global_size[0] % local[0], launch.global_size[1] % local[1],
                            launch.global_size[2] % local[2]};
  compiler::LaunchShape shape = {
      .small_objects = launch.largest_object_bytes <= compiler::LaunchShape::small_object,
      .merged = launch.merged,
      .streamed_arguments = launch.streamed_arguments};
  constexpr uint64_t large = uint64_t{1} << 31;
  for (unsigned d = 0; d < 3; ++d) {
    const uint64_t offset = launch.global_offset[d], size = launch.global_size[d];
    if (offset >= large || size > large - offset) return shape;
  }
  shape.small_ids = true;
  if (last[0] + last[1] + last[2] == 0) std::ranges::copy(local, shape.local_size.begin());
  if (local[0] % lanes != 0 || last[0] % lanes != 0) return shape;
  // The greatest power of two in both numbers, not beyond what is of use.
  constexpr uint64_t most = 16;
  const auto divisor = [](uint64_t a, uint64_t b) {
    return static_cast<uint8_t>(uint64_t{1} << std::countr_zero(a | b | most));
  };
  shape.sub_groups = divisor(local[0] / lanes, last[0] / lanes);
  shape.rows = divisor(local[1], last[1]);
  return shape;
}

}  // namespace cleave::backend::cpu
