#include "backend/cpu/enqueue/child_launch.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "backend/cpu/enqueue/refusals.h"
#include "backend/local_size.h"
#include "compiler/interface/local_memory_layout.h"

namespace cleave::backend::cpu {
namespace {

using compiler::BlockRange;

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
    if (parent.requires_uniform_groups && global % local != 0) return false;
    items *= local;
    if (items > most) return false;
  }
  return true;
}

}  // namespace

cl_int check_child(const ChildRequest& request, const Launch& parent, const LaunchLimits& limits) {
  if (!is_valid(request, parent, limits)) return refusal::invalid_ndrange;
  const compiler::KernelFacts& facts = request.block.facts;
  compiler::LocalMemoryLayout local(facts);
  if (request.local_sizes.size() + 1 != facts.arguments.size()) return refusal::invalid_arg_size;
  for (size_t i = 0; i < request.local_sizes.size(); ++i) {
    if (request.local_sizes[i] == 0) return refusal::invalid_arg_size;
    local.add(facts.arguments[i + 1], request.local_sizes[i]);
  }
  return local.bytes() > limits.local_memory ? refusal::out_of_resources : CL_SUCCESS;
}

void set_local_size(const ChildRequest& request, const Launch& parent, const LaunchLimits& limits,
                    uint64_t (&local_size)[3]) {
  const BlockRange& range = request.range;
  if (range.local_size[0] != 0) {
    for (unsigned d = 0; d < 3; ++d) local_size[d] = d < range.dimensions ? range.local_size[d] : 1;
    return;
  }
  const compiler::KernelFacts& facts = request.block.facts;
  LocalSizeRequest wanted;
  std::copy(range.global_size, range.global_size + range.dimensions, wanted.global_size.begin());
  std::ranges::copy(limits.item_sizes, wanted.maximum_item_sizes.begin());
  wanted.maximum_group_size = std::min(facts.maximum_work_group_size, limits.work_group_size);
  wanted.sub_group_size = std::max<uint64_t>(1, facts.sub_group_size);
  wanted.compute_units = limits.units;
  wanted.uniform = parent.requires_uniform_groups;
  std::ranges::copy(choose_local_size(wanted), local_size);
}

support::Ref<Launch> make_child(const ChildRequest& request, const Launch& parent,
                                const LaunchLimits& limits) {
  const BlockRange& range = request.range;
  if (is_empty(range)) return nullptr;
  const compiler::KernelFacts& facts = request.block.facts;
  auto launch = support::make_ref<Launch>();
  launch->work_dimensions = range.dimensions;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    launch->global_size[d] = range.global_size[d];
    launch->global_offset[d] = range.offset[d];
  }
  set_local_size(request, parent, limits, launch->local_size);
  launch->sub_group_size = facts.sub_group_size;
  launch->may_wait = facts.may_wait;
  launch->program_variables = parent.program_variables;
  launch->printf_ring = parent.printf_ring;
  launch->blocks = facts.uses_device_queues ? parent.blocks : nullptr;
  launch->default_queue = parent.default_queue;
  launch->requires_uniform_groups = parent.requires_uniform_groups;
  // What it captures are the parent's objects, unless either finds others.
  launch->largest_object_bytes =
      facts.follows_pointers ? std::numeric_limits<uint64_t>::max() : parent.largest_object_bytes;
  const uint32_t literal_at = facts.arguments[0].offset;
  launch->arguments.resize(literal_at + request.literal.bytes);
  std::memcpy(launch->arguments.data() + literal_at, &request.literal, request.literal.bytes);
  compiler::LocalMemoryLayout local(facts);
  for (size_t i = 0; i < request.local_sizes.size(); ++i) {
    const compiler::ArgumentFacts& argument = facts.arguments[i + 1];
    const uint64_t offset = local.add(argument, request.local_sizes[i]);
    std::memcpy(launch->arguments.data() + argument.offset, &offset, sizeof offset);
  }
  launch->local_memory_size = local.bytes();
  launch->code = &request.block.code->code_at_hand(*launch);
  return launch;
}

}  // namespace cleave::backend::cpu
