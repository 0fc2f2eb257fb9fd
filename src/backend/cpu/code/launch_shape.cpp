#include "backend/cpu/code/launch_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace cleave::backend::cpu {
namespace {

using Size = std::array<uint64_t, 3>;

bool has_small_ids(const Launch& launch) {
  constexpr uint64_t large = uint64_t{1} << 31;
  for (unsigned d = 0; d < 3; ++d) {
    const uint64_t offset = launch.global_offset[d], size = launch.global_size[d];
    if (offset >= large || size > large - offset) return false;
  }
  return true;
}

/// Sets what is true of work-groups of either size. The last ones of a dimension may be smaller;
/// zeros: they are not.
void set_rows(const Size& local, const Size& last, uint64_t lanes, compiler::LaunchShape& shape) {
  if (local[0] % lanes != 0 || last[0] % lanes != 0) return;
  // The greatest power of two in both numbers, not beyond what is of use.
  constexpr uint64_t most = 16;
  const auto divisor = [](uint64_t a, uint64_t b) {
    return static_cast<uint8_t>(uint64_t{1} << std::countr_zero(a | b | most));
  };
  shape.sub_groups = divisor(local[0] / lanes, last[0] / lanes);
  shape.rows = divisor(local[1], last[1]);
}

}  // namespace

LaunchShapes shapes_of(const Launch& launch) {
  const uint64_t lanes = std::max<uint64_t>(1, launch.sub_group_size);
  Size local, last;
  bool has_full_group = true;
  for (unsigned d = 0; d < 3; ++d) {
    local[d] = launch.local_size[d];
    last[d] = launch.global_size[d] % local[d];
    has_full_group = has_full_group && launch.global_size[d] >= local[d];
  }
  LaunchShapes shapes;
  shapes.has_smaller_groups = last != Size{};
  shapes.general = {
      .small_ids = has_small_ids(launch),
      .small_objects = launch.largest_object_bytes <= compiler::LaunchShape::small_object,
      .merged = launch.merged,
      .bindings = launch.bindings};
  if (shapes.general.small_ids) set_rows(local, last, lanes, shapes.general);
  shapes.exact = shapes.general;
  shapes.exact.streamed_arguments = launch.streamed_arguments;
  if (shapes.general.small_ids && has_full_group) {
    std::ranges::copy(local, shapes.exact.local_size.begin());
    set_rows(local, {}, lanes, shapes.exact);
  }
  return shapes;
}

}  // namespace cleave::backend::cpu
