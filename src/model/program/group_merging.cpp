#include "model/program/group_merging.h"

#include <algorithm>
#include <numeric>

#include "model/program/local_size.h"
#include "support/options.h"

namespace cleave::model {

namespace {

using compiler::GroupMerging;
using compiler::KernelFacts;

/// Work-items of larger work-groups, if whole sub-groups need no more.
constexpr uint64_t preferred_items = 256;

/// Local memory of a larger work-group stays in the nearest cache.
uint64_t most_local_bytes() {
  return uint64_t{32} << 10;
}

uint64_t sub_groups_of(uint64_t items, const KernelFacts& kernel) {
  return (items + kernel.sub_group_size - 1) / kernel.sub_group_size;
}

/// A sub-group costs the same with one lane as with all of them: beyond four sub-groups at least
/// 0.8 of the lanes run anyway.
bool leaves_lanes(const SmallGroups& small, const KernelFacts& kernel) {
  const auto [x, y, z] = small.local_size;
  const uint64_t most = 4 * uint64_t{kernel.sub_group_size};
  if (x > most || y > most || z > most || small.global_size == small.local_size) return false;
  const uint64_t items = uint64_t{x} * y * z;
  return items < most && items % kernel.sub_group_size != 0;
}

bool are_all_whole(const SmallGroups& small) {
  for (size_t d = 0; d < 3; ++d) {
    if (small.global_size[d] % small.local_size[d] != 0) return false;
  }
  return true;
}

bool allows(GroupMerging merging, const SmallGroups& small) {
  switch (merging) {
    case GroupMerging::none:
      return false;
    case GroupMerging::lone_items:
      return small.local_size == std::array<size_t, 3>{1, 1, 1};
    case GroupMerging::whole_groups:
      return are_all_whole(small);
    case GroupMerging::all:
      return true;
  }
  return false;
}

/// How many work-groups beside each other become one, in each dimension: as many work-items would
/// be chosen, but in steps of whole work-groups.
std::array<uint64_t, 3> choose_counts(const SmallGroups& small, const KernelFacts& kernel,
                                      const backend::DeviceFacts& device) {
  const auto [x, y, z] = small.local_size;
  const uint64_t items = uint64_t{x} * y * z, width = kernel.sub_group_size;
  LocalSizeRequest wanted;
  wanted.sub_group_size = width / std::gcd(width, uint64_t{x});
  wanted.maximum_group_size =
      std::min<uint64_t>(kernel.maximum_work_group_size, device.maximum_work_group_size) / items;
  wanted.maximum_group_size =
      std::min(wanted.maximum_group_size, std::max(wanted.sub_group_size, preferred_items / items));
  if (small.local_stride != 0) {
    wanted.maximum_group_size =
        std::min(wanted.maximum_group_size, most_local_bytes() / small.local_stride);
  }
  wanted.maximum_group_size = std::max<uint64_t>(1, wanted.maximum_group_size);
  wanted.compute_units = small.compute_units;
  wanted.uniform = false;
  for (size_t d = 0; d < 3; ++d) {
    const uint64_t local = small.local_size[d];
    wanted.global_size[d] = (small.global_size[d] - 1) / local + 1;
    wanted.maximum_item_sizes[d] = std::max<uint64_t>(1, device.maximum_work_item_sizes[d] / local);
  }
  return choose_local_size(wanted);
}

}  // namespace

std::optional<LargerGroups> merge_groups(const SmallGroups& small, const KernelFacts& kernel,
                                         const backend::DeviceFacts& device) {
  if (small.local_size[0] == 0 || !support::options().merge_groups) return {};
  if (!leaves_lanes(small, kernel) || !allows(kernel.group_merging, small)) return {};
  const auto counts = choose_counts(small, kernel, device);
  const uint64_t groups = counts[0] * counts[1] * counts[2];
  LargerGroups larger = {{.all_whole = are_all_whole(small),
                          .local_stride = static_cast<uint32_t>(small.local_stride)},
                         {},
                         groups * small.local_stride};
  uint64_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    larger.groups.size[d] = static_cast<uint32_t>(small.local_size[d]);
    larger.local_size[d] = counts[d] * small.local_size[d];
    items *= small.local_size[d];
  }
  const bool gains = sub_groups_of(groups * items, kernel) < groups * sub_groups_of(items, kernel);
  return gains ? std::optional(larger) : std::nullopt;
}

}  // namespace cleave::model
