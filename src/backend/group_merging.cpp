#include "backend/group_merging.h"

#include <algorithm>
#include <compare>
#include <numeric>

#include "backend/local_size.h"
#include "options/options.h"

namespace cleave::backend {

namespace {

using compiler::interface::GroupMerging;
using compiler::interface::KernelFacts;

/// A size that a kernel requires is not that of larger work-groups: what these keep across barriers
/// shall not be more than a few megabytes.
uint64_t most_items_of(const KernelFacts& kernel, const DeviceFacts& device) {
  if (kernel.required_work_group_size[0] == 0) {
    return std::min<uint64_t>(kernel.maximum_work_group_size, device.maximum_work_group_size);
  }
  return std::min<uint64_t>(
      device.maximum_work_group_size,
      device.groups.most_kept_bytes / std::max<uint64_t>(1, kernel.private_memory_size));
}

uint64_t sub_groups_of(uint64_t items, const KernelFacts& kernel) {
  return (items + kernel.sub_group_size - 1) / kernel.sub_group_size;
}

/// Returns the lanes of a dimension beyond which merging gains little.
uint64_t few_lanes(const KernelFacts& kernel, const GroupPreferences& preferences) {
  return preferences.few_sub_groups * kernel.sub_group_size;
}

/// A sub-group costs the same with one lane as with all of them: beyond four sub-groups at least
/// 0.8 of the lanes run anyway.
bool leaves_lanes(const SmallGroups& small, const KernelFacts& kernel,
                  const GroupPreferences& preferences) {
  const uint64_t items = uint64_t{small.local_size[0]} * small.local_size[1] * small.local_size[2];
  return items < few_lanes(kernel, preferences) && items % kernel.sub_group_size != 0;
}

bool has_pictures(const KernelFacts& kernel) {
  return std::ranges::any_of(kernel.arguments,
                             [](const compiler::interface::ArgumentFacts& argument) {
                               return argument.image_type == CL_MEM_OBJECT_IMAGE2D ||
                                      argument.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
                             });
}

/// Returns how many work-groups there must be to merge those whose rows sub-groups split; none: they
/// stay apart. Lanes on several rows of a picture access memory at as many locations: on two EPYC
/// processors pictures are convolved (5 by 5) in groups of 8 by 8 at 118 texels per microsecond, at
/// 255 where eight of them are one, and resized at 458 and 842. Other kernels may be ray casters,
/// whose lanes leave loops together the sooner the closer they are; but kernels have sub-groups of
/// the largest size where they hardly leave any, to access rows of bytes.
std::optional<uint64_t> groups_with_split_rows(const SmallGroups& small, const KernelFacts& kernel,
                                               const GroupPreferences& preferences) {
  const uint64_t units = small.compute_units;
  if (kernel.sub_group_size == compiler::interface::sub_group_sizes.back()) {
    return kernel.sub_group_size / std::gcd(kernel.sub_group_size, small.local_size[0]) * units;
  }
  if (!has_pictures(kernel)) return std::nullopt;
  return preferences.least_merged * preferences.groups_per_unit * units;
}

/// Returns true if work-groups are merged so that their rows become whole sub-groups. Local memory is
/// left as it is: lanes that share a row of it would be in different groups. Few work-groups are
/// left for units to share.
bool splits_rows(const SmallGroups& small, const KernelFacts& kernel,
                 const GroupPreferences& preferences) {
  const auto [x, y, z] = small.local_size;
  if (y * z == 1 || x % kernel.sub_group_size == 0 || small.local_stride != 0) return false;
  const auto least = groups_with_split_rows(small, kernel, preferences);
  if (!least) return false;
  uint64_t groups = 1;
  for (size_t d = 0; d < 3; ++d) groups *= small.global_size[d] / small.local_size[d];
  return groups >= *least;
}

/// An application has few sizes of work-groups, so code for the first ones is made at once: each
/// takes 20 to 90 ms of a processor. A tuner, a test or one that fits sizes to its data tries
/// dozens, with little to do for each: others are merged when their launches have had so many
/// work-items, which then take about as long one by one.
constexpr ptrdiff_t sizes_merged_at_once = 4;
constexpr uint64_t worthwhile_items = uint64_t{1} << 18;
/// A kernel remembers so many sizes: a search among more would take longer than a small launch.
constexpr size_t most_sizes_known = 256;

bool may_gain(const SmallGroups& small, const KernelFacts& kernel,
              const GroupPreferences& preferences) {
  const uint64_t most = few_lanes(kernel, preferences);
  const auto [x, y, z] = small.local_size;
  if (x > most || y > most || z > most || small.global_size == small.local_size) return false;
  return leaves_lanes(small, kernel, preferences) || splits_rows(small, kernel, preferences);
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
    case GroupMerging::single_item_groups:
      return small.local_size == std::array<uint64_t, 3>{1, 1, 1};
    case GroupMerging::whole_groups:
      return are_all_whole(small);
    case GroupMerging::all:
      return true;
  }
  return false;
}

/// Returns how many work-groups beside each other fill whole sub-groups, and as many of these as
/// run at once if there are enough work-groups for all units. At a local size of 31, W = 16, 64 of
/// them reach 0.98 of the speed of large work-groups, 16 of them 0.6.
uint64_t choose_step(const SmallGroups& small, const KernelFacts& kernel,
                     const LocalSizeRequest& wanted) {
  const uint64_t at_once = wanted.preferences.sub_groups_at_once;
  const auto [x, y, z] = small.local_size;
  const auto whole = [&](uint64_t lanes) { return lanes / std::gcd(lanes, uint64_t{x}); };
  const uint64_t step = whole(at_once * kernel.sub_group_size);
  const uint64_t groups = wanted.global_size[0] * wanted.global_size[1] * wanted.global_size[2];
  const bool is_worth_it = step * x * y * z <= wanted.preferences.most_items &&
                           step <= wanted.maximum_group_size && step <= wanted.global_size[0] &&
                           groups >= step * at_once * wanted.compute_units;
  return is_worth_it ? step : whole(kernel.sub_group_size);
}

/// Returns how many work-groups beside each other become one, in each dimension: as many work-items
/// as would be chosen, but in steps of whole work-groups.
std::array<uint64_t, 3> choose_counts(const SmallGroups& small, const KernelFacts& kernel,
                                      const DeviceFacts& device) {
  LocalSizeRequest wanted;
  wanted.preferences = device.groups;
  uint64_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    const uint64_t local = small.local_size[d];
    items *= local;
    wanted.global_size[d] = (small.global_size[d] - 1) / local + 1;
    wanted.maximum_item_sizes[d] = std::max<uint64_t>(1, device.maximum_work_item_sizes[d] / local);
  }
  wanted.compute_units = small.compute_units;
  wanted.uniform = false;
  const uint64_t most_items = most_items_of(kernel, device);
  wanted.maximum_group_size = std::max<uint64_t>(1, most_items / items);
  if (small.local_stride != 0) {
    wanted.maximum_group_size = std::clamp<uint64_t>(
        device.groups.most_local_bytes / small.local_stride, 1, wanted.maximum_group_size);
  }
  wanted.sub_group_size = choose_step(small, kernel, wanted);
  wanted.maximum_group_size = std::min(
      wanted.maximum_group_size, std::max(wanted.sub_group_size, device.groups.items / items));
  return choose_local_size(wanted);
}

/// Measures how long a launch takes, in sub-groups.
struct Duration {
  uint64_t longest;  // one after another, on the unit with the most work-groups
  uint64_t all;
  auto operator<=>(const Duration&) const = default;
};

Duration duration_of(const SmallGroups& small, const std::array<uint64_t, 3>& local_size,
                     const KernelFacts& kernel) {
  uint64_t groups = 1;
  uint64_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    groups *= (small.global_size[d] - 1) / local_size[d] + 1;
    items *= local_size[d];
  }
  const uint64_t sub_groups = sub_groups_of(items, kernel);
  return {((groups - 1) / small.compute_units + 1) * sub_groups, groups * sub_groups};
}

/// Few work-groups are not merged for a lane or two if units have no share of them then: 31 by 18
/// blocks of a picture are nine work-groups of 31 by 2, and would be one.
bool gains(const SmallGroups& small, const LargerGroups& larger, const KernelFacts& kernel,
           const GroupPreferences& preferences) {
  if (splits_rows(small, kernel, preferences) && larger.local_size[0] % kernel.sub_group_size == 0)
    return true;
  return duration_of(small, larger.local_size, kernel) <
         duration_of(small, small.local_size, kernel);
}

}  // namespace

std::optional<LargerGroups> merge_groups(const SmallGroups& small, const KernelFacts& kernel,
                                         GroupMerging merging, const DeviceFacts& device) {
  if (!may_gain(small, kernel, device.groups) || !allows(merging, small)) return {};
  if (!options::options().merge_groups) return {};
  const auto counts = choose_counts(small, kernel, device);
  const uint64_t groups = counts[0] * counts[1] * counts[2];
  LargerGroups larger = {{.all_whole = are_all_whole(small),
                          .local_stride = static_cast<uint32_t>(small.local_stride)},
                         {},
                         groups * small.local_stride};
  for (size_t d = 0; d < 3; ++d) {
    larger.groups.size[d] = static_cast<uint32_t>(small.local_size[d]);
    larger.local_size[d] = counts[d] * small.local_size[d];
  }
  return gains(small, larger, kernel, device.groups) ? std::optional(larger) : std::nullopt;
}

bool MergedSizes::admits(const compiler::interface::MergedGroups& groups, uint64_t items) {
  // Work-groups of one work-item are most, and have less code than those that others are made of.
  if (groups.are_single_items()) return true;
  const std::scoped_lock lock(mutex_);
  auto known = std::ranges::find(launched_, groups, &Launched::groups);
  if (known == launched_.end()) {
    if (launched_.size() == most_sizes_known) return items >= worthwhile_items;
    known = launched_.insert(known, {groups, 0});
  }
  known->items += std::min(items, worthwhile_items);  // so that it never wraps around
  const bool is_early = known - launched_.begin() < sizes_merged_at_once;
  return is_early || known->items >= worthwhile_items;
}

}  // namespace cleave::backend
