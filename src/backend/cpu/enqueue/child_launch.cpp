#include "backend/cpu/enqueue/child_launch.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "backend/cpu/enqueue/refusals.h"
#include "compiler/interface/local_memory_layout.h"

namespace cleave::backend::cpu::enqueue {
namespace {

using compiler::interface::BlockRange;

bool is_empty(const BlockRange& range) {
  return std::any_of(range.global_size, range.global_size + range.dimensions,
                     [](uint64_t size) { return size == 0; });
}

bool is_valid(const ChildRequest& request, const Launch& parent, const LaunchLimits& limits) {
  const BlockRange& range = request.range;
  if (range.dimensions < 1 || range.dimensions > 3) return false;
  const uint64_t most =
      std::min(limits.work_group_size, request.block.facts.maximum_work_group_size);
  uint64_t items = 1;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    const uint64_t global = range.global_size[d], local = range.local_size[d];
    if (range.offset[d] > std::numeric_limits<uint64_t>::max() - global) return false;
    if ((local == 0) != (range.local_size[0] == 0)) return false;
    if (local == 0) continue;
    if (local > limits.item_sizes[d]) return false;
    if (parent.device_queues->requires_uniform_groups && global % local != 0) return false;
    items *= local;
    if (items > most) return false;
  }
  return true;
}

}  // namespace

cl_int check_child(const ChildRequest& request, const Launch& parent, const LaunchLimits& limits) {
  if (!is_valid(request, parent, limits)) return clk_invalid_ndrange;
  const compiler::interface::KernelFacts& facts = request.block.facts;
  compiler::interface::LocalMemoryLayout local(facts);
  if (request.local_sizes.size() + 1 != facts.arguments.size()) return clk_invalid_arg_size;
  for (size_t i = 0; i < request.local_sizes.size(); ++i) {
    if (request.local_sizes[i] == 0) return clk_invalid_arg_size;
    local.add(facts.arguments[i + 1], request.local_sizes[i]);
  }
  return local.bytes() > limits.local_memory ? clk_out_of_resources : CL_SUCCESS;
}

LaunchRange launch_range(const BlockRange& range, bool uniform) {
  LaunchRange made;
  made.work_dimensions = static_cast<cl_uint>(range.dimensions);
  made.requires_uniform_groups = uniform;
  const bool is_given = range.local_size[0] != 0;
  for (unsigned d = 0; d < 3; ++d) {
    const bool is_used = d < range.dimensions;
    made.global_offset[d] = is_used ? range.offset[d] : 0;
    made.global_size[d] = is_used ? range.global_size[d] : 1;
    made.local_size[d] = !is_given ? 0 : is_used ? range.local_size[d] : 1;
  }
  return made;
}

size_t Child::copied_bytes(const ChildRequest& request) {
  return request.range.dimensions * sizeof(Extent) + request.local_sizes.size_bytes() +
         request.literal.bytes;
}

size_t Child::more_bytes(const ChildRequest& request) {
  const size_t bytes = copied_bytes(request);
  return bytes > sizeof small_ ? bytes : 0;
}

void Child::set(const ChildRequest& request, const Launch& parent) {
  const BlockRange& range = request.range;
  if (is_empty(range)) return;
  literal_bytes_ = request.literal.bytes;
  local_sizes_ = static_cast<uint32_t>(request.local_sizes.size());
  dimensions_ = range.dimensions;
  std::byte* to = small_;
  if (const size_t bytes = more_bytes(request); bytes != 0) {
    large_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    to = large_.get();
  }
  for (unsigned d = 0; d < dimensions_; ++d) {
    const Extent extent = {range.offset[d], range.global_size[d], range.local_size[d]};
    std::memcpy(to, &extent, sizeof extent);
    to += sizeof extent;
  }
  to = std::ranges::copy(std::as_bytes(request.local_sizes), to).out;
  std::memcpy(to, &request.literal, literal_bytes_);
  // A block reaches the objects of its parent, unless it follows pointers to others.
  largest_object_bytes_ = request.block.facts.follows_pointers
                              ? std::numeric_limits<uint64_t>::max()
                              : parent.largest_object_bytes;
  block_ = &request.block;
}

bool Child::is_planned(const Reused& reused, uint64_t local_bytes) const {
  if (reused.block != block_ || reused.dimensions != dimensions_ ||
      reused.local_bytes != local_bytes || reused.largest_object_bytes != largest_object_bytes_) {
    return false;
  }
  for (unsigned d = 0; d < dimensions_; ++d) {
    Extent own;  // in registers: a call of memcmp() takes longer
    std::memcpy(&own, copies() + d * sizeof own, sizeof own);
    if (own != reused.extents[d]) return false;
  }
  return true;
}

void Child::plan(const Launch& of_host, uint64_t units,
                 const compiler::interface::LocalMemoryLayout& local, Reused& reused) const {
  reused.block = block_;
  reused.dimensions = dimensions_;
  std::memcpy(reused.extents.data(), copies(), dimensions_ * sizeof(Extent));
  reused.local_bytes = local.bytes();
  reused.largest_object_bytes = largest_object_bytes_;
  BlockRange range = {static_cast<uint32_t>(dimensions_), {}, {}, {}};
  for (unsigned d = 0; d < dimensions_; ++d) {
    range.offset[d] = reused.extents[d].offset;
    range.global_size[d] = reused.extents[d].global_size;
    range.local_size[d] = reused.extents[d].local_size;
  }
  std::array<LaunchObject, CapturedObjects::most + 1> reached;
  reached[0].bytes = largest_object_bytes_;
  std::copy_n(reused.captured.list.begin(), reused.captured.count, reached.begin() + 1);
  block_->code->plan_child(
      {.range = launch_range(range, of_host.device_queues->requires_uniform_groups),
       .local_bytes = local.bytes(),
       .local_stride = local.stride(),
       .objects = std::span(reached).first(1 + reused.captured.count)},
      reused.formats, units, *reused.launch);
  reused.launch->device_queues = block_->facts.uses_device_queues ? of_host.device_queues : nullptr;
}

void Child::make_launch(const Launch& of_host, const TreeObjects& objects, uint64_t units,
                        Reused& reused) const {
  if (!reused.launch) {
    reused.launch = support::make_ref<Launch>();
    reused.block = nullptr;
    reused.launch->program_variables = of_host.program_variables;
    reused.launch->printf_ring = of_host.printf_ring;
  }
  Launch& launch = *reused.launch;
  const compiler::interface::KernelFacts& facts = block_->facts;
  const std::byte* const local_sizes = copies() + dimensions_ * sizeof(Extent);
  const uint32_t literal_at = facts.arguments[0].offset;
  launch.arguments.resize(literal_at + literal_bytes_);
  std::memcpy(launch.arguments.data() + literal_at, local_sizes + local_sizes_ * sizeof(uint64_t),
              literal_bytes_);
  compiler::interface::LocalMemoryLayout local(facts);
  for (uint32_t i = 0; i < local_sizes_; ++i) {
    const compiler::interface::ArgumentFacts& argument = facts.arguments[i + 1];
    uint64_t bytes = 0;
    std::memcpy(&bytes, local_sizes + i * sizeof bytes, sizeof bytes);
    const uint64_t offset = local.add(argument, bytes);
    std::memcpy(launch.arguments.data() + argument.offset, &offset, sizeof offset);
  }
  bool is_same = is_planned(reused, local.bytes());
  if (!objects.is_empty()) is_same = note_captures(objects, reused) && is_same;
  if (!is_same) plan(of_host, units, local, reused);
}

bool Child::note_captures(const TreeObjects& objects, Reused& reused) const {
  const CapturedObjects captured = objects.captured_by(block_->facts, reused.launch->arguments);
  const code::BoundCaptures formats =
      objects.formats_captured_by(block_->facts, reused.launch->arguments);
  const bool are_same = captured == reused.captured && formats == reused.formats;
  reused.captured = captured;
  reused.formats = formats;
  return are_same;
}

}  // namespace cleave::backend::cpu::enqueue
