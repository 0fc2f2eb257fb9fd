#include "backend/cpu/code/launch_planner.h"

#include <algorithm>

#include "backend/cpu/code/streams.h"
#include "backend/local_size.h"

namespace cleave::backend::cpu::code {
namespace {

using compiler::interface::ArgumentFacts;
using compiler::interface::KernelFacts;

bool is_read_in_tiles(const ArgumentFacts& argument) {
  switch (argument.image_type) {
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
      return argument.access_qualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    default:
      return false;
  }
}

}  // namespace

LaunchPlanner::LaunchPlanner(const KernelFacts& kernel, compiler::interface::GroupMerging merging,
                             const DeviceFacts& device)
    : kernel_(kernel),
      merging_(merging),
      device_(device),
      reads_tiles_(std::ranges::any_of(kernel.arguments, is_read_in_tiles)),
      writes_images_(std::ranges::any_of(kernel.arguments, is_only_written)) {}

std::array<uint64_t, 3> LaunchPlanner::local_size(const LaunchRange& range, uint64_t units) const {
  if (range.local_size[0] != 0) return range.local_size;
  if (is_one_group(range.global_size)) return range.global_size;
  LocalSizeRequest wanted;
  wanted.global_size = range.global_size;
  std::ranges::copy(device_.maximum_work_item_sizes, wanted.maximum_item_sizes.begin());
  wanted.required = kernel_.required_work_group_size;
  wanted.hint = kernel_.work_group_size_hint;
  wanted.maximum_group_size =
      std::min<uint64_t>(kernel_.maximum_work_group_size, device_.maximum_work_group_size);
  wanted.sub_group_size = std::max<uint64_t>(1, kernel_.sub_group_size);
  wanted.compute_units = units;
  wanted.uniform = range.requires_uniform_groups;
  wanted.has_tiles = range.global_size[1] > 1 && reads_tiles_;
  wanted.preferences = device_.groups;
  return choose_local_size(wanted);
}

/// A range that fits into one sub-group leaves nothing to choose, which takes 160 instructions.
bool LaunchPlanner::is_one_group(const std::array<uint64_t, 3>& global_size) const {
  const auto& [x, y, z] = global_size;
  if ((x | y | z) == 1) return true;  // sizes that the source requires are the launch's
  const uint64_t most = std::min<uint64_t>(kernel_.sub_group_size, kernel_.maximum_work_group_size);
  return std::max({x, y, z}) <= most && x * y * z <= most &&
         kernel_.required_work_group_size[0] == 0 && kernel_.work_group_size_hint[0] == 0;
}

SmallGroups LaunchPlanner::plan_as_asked(const LaunchDescription& description, uint64_t units,
                                         Launch& launch) const {
  const LaunchRange& range = description.range;
  launch.work_dimensions = range.work_dimensions;
  std::ranges::copy(range.global_size, launch.global_size);
  std::ranges::copy(range.global_offset, launch.global_offset);
  const std::array<uint64_t, 3> local = local_size(range, units);
  std::ranges::copy(local, launch.local_size);
  launch.local_memory_size = description.local_bytes;
  launch.merged = {};
  launch.sub_group_size = kernel_.sub_group_size;
  launch.may_wait = kernel_.may_wait;
  launch.bindings = description.bindings;
  launch.distinct_objects = description.distinct_objects;

  uint64_t largest = 0;
  for (const LaunchObject& object : description.objects) largest = std::max(largest, object.bytes);
  launch.largest_object_bytes = kernel_.follows_pointers ? UINT64_MAX : largest;
  const bool may_stream = largest >= device_.streamed_bytes || writes_images_;
  launch.streamed_arguments = may_stream ? choose_streams(description.objects, kernel_,
                                                          range.global_size, device_.streamed_bytes)
                                         : 0;
  return {.global_size = range.global_size,
          .local_size = local,
          .local_stride = description.local_stride,
          .compute_units = units};
}

void LaunchPlanner::merge(const LargerGroups& larger, Launch& launch) {
  launch.merged = larger.groups;
  std::ranges::copy(larger.local_size, launch.local_size);
  launch.local_memory_size = larger.local_bytes;
}

}  // namespace cleave::backend::cpu::code
