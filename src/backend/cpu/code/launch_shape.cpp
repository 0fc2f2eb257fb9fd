#include "backend/cpu/code/launch_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "support/rounding.h"

namespace cleave::backend::cpu::code {
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

/// Members of LaunchShape.
struct SizeRows {
  uint8_t sub_groups = 0;
  uint8_t rows = 0;
  bool are_ragged = false;
};

/// Returns how many sub-groups of a ragged row may run at once: the greatest power of two of which
/// a multiple adds at most a sixth to the row, in sub-groups without lanes. A separable filter of
/// 15 taps takes 48 us for 501 by 301 texels with one sub-group at a time, 30 with four, of which
/// one row in three has one too many.
uint8_t sub_groups_of_ragged(uint64_t row) {
  uint64_t count = compiler::interface::LaunchShape::most_sub_groups;
  while ((count - row % count) % count * 6 > row) count /= 2;
  return static_cast<uint8_t>(count);
}

/// Returns what is true of work-groups of either size. The last ones of a dimension may be smaller;
/// zeros: they are not.
SizeRows rows_of(const Size& local, const Size& last, uint64_t lanes) {
  const bool are_whole = local[0] % lanes == 0 && last[0] % lanes == 0;
  if (!are_whole && local[0] < lanes) return {};
  // The greatest power of two in both numbers, not beyond what is of use.
  constexpr uint64_t most = compiler::interface::LaunchShape::most_sub_groups;
  const auto divisor = [](uint64_t a, uint64_t b) {
    return static_cast<uint8_t>(uint64_t{1} << std::countr_zero(a | b | most));
  };
  const uint8_t rows = divisor(local[1], last[1]);
  if (are_whole) return {divisor(local[0] / lanes, last[0] / lanes), rows, false};
  return {sub_groups_of_ragged((local[0] + lanes - 1) / lanes), rows, true};
}

}  // namespace

uint64_t items_with_frames(const Launch& launch) {
  const auto& [x, y, z] = launch.local_size;
  const uint64_t lanes = launch.sub_group_size;
  if (x < lanes) return support::rounded_up(x * y * z, lanes);
  const uint64_t row = support::rounded_up(x, lanes) / lanes;
  return support::rounded_up(row, sub_groups_of_ragged(row)) * lanes * y * z;
}

LaunchShapes shapes_of(const Launch& launch) {
  const uint64_t lanes = std::max<uint64_t>(1, launch.sub_group_size);
  Size local, last;
  bool has_full_group = true;
  for (unsigned d = 0; d < 3; ++d) {
    local[d] = launch.local_size[d];
    last[d] = launch.global_size[d] % local[d];
    has_full_group = has_full_group && launch.global_size[d] >= local[d];
  }
  const bool has_smaller_groups = last != Size{};
  const bool small_ids = has_small_ids(launch);
  const bool small_objects =
      launch.largest_object_bytes <= compiler::interface::LaunchShape::small_object;
  const bool has_exact_size = small_ids && has_full_group;
  std::array<uint32_t, 3> exact_size = {};
  if (has_exact_size) std::ranges::copy(local, exact_size.begin());
  const SizeRows all = small_ids ? rows_of(local, last, lanes) : SizeRows{};
  const SizeRows full = has_exact_size && has_smaller_groups ? rows_of(local, {}, lanes) : all;
  // One by one: copying a shape whose bytes have just been written waits for all of them.
  return {.general = {.small_ids = small_ids,
                      .small_objects = small_objects,
                      .distinct_objects = launch.distinct_objects,
                      .sub_groups = all.sub_groups,
                      .rows = all.rows,
                      .ragged_rows = all.are_ragged,
                      .merged = launch.merged,
                      .bindings = launch.bindings},
          .exact = {.small_ids = small_ids,
                    .small_objects = small_objects,
                    .distinct_objects = launch.distinct_objects,
                    .sub_groups = full.sub_groups,
                    .rows = full.rows,
                    .ragged_rows = full.are_ragged,
                    .local_size = exact_size,
                    .merged = launch.merged,
                    .streamed_arguments = launch.streamed_arguments,
                    .bindings = launch.bindings},
          .has_smaller_groups = has_smaller_groups};
}

}  // namespace cleave::backend::cpu::code
