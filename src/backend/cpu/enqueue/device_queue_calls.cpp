#include "backend/cpu/enqueue/device_queue_calls.h"

#include <algorithm>
#include <new>

#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/enqueue/refusals.h"

namespace cleave::backend::cpu::enqueue {
namespace {

using compiler::interface::BlockLiteral;
using compiler::interface::BlockRange;
using compiler::interface::LaunchContext;

GroupChildren& group_of(const LaunchContext* context) {
  return *static_cast<GroupChildren*>(context->device_queues);
}
LaunchTree& tree_of(const LaunchContext* context) {
  return group_of(context).parent.tree;
}

bool is_wait_list(uint32_t waits, const uint64_t* wait_list) {
  return (waits == 0) == (wait_list == nullptr);
}

int32_t enqueue_kernel(LaunchContext* context, uint64_t queue, int32_t flags,
                       const BlockRange* range, uint32_t block, const BlockLiteral* literal,
                       uint32_t waits, const uint64_t* wait_list, uint64_t* event, uint32_t sizes,
                       const uint64_t* local_sizes) try {
  if (!is_wait_list(waits, wait_list)) return clk_invalid_event_wait_list;
  constexpr int32_t wait_kernel = 1, wait_work_group = 2;  // CLK_ENQUEUE_FLAGS_…
  const ChildBegin begin = flags == wait_kernel       ? ChildBegin::after_kernel
                           : flags == wait_work_group ? ChildBegin::after_work_group
                                                      : ChildBegin::any_time;
  return tree_of(context).enqueue(group_of(context), queue, begin, block, *range, *literal,
                                  {local_sizes, sizes}, {wait_list, waits}, event);
} catch (const std::bad_alloc&) {
  return clk_out_of_resources;
}

int32_t enqueue_marker(LaunchContext* context, uint64_t queue, uint32_t waits,
                       const uint64_t* wait_list, uint64_t* event) try {
  if (waits == 0 || wait_list == nullptr) return clk_invalid_event_wait_list;
  return tree_of(context).enqueue_marker(group_of(context), queue, {wait_list, waits}, event);
} catch (const std::bad_alloc&) {
  return clk_out_of_resources;
}

uint64_t default_queue(LaunchContext* context) {
  return reinterpret_cast<uint64_t>(tree_of(context).root_launch().device_queues->default_queue);
}

void retain_event(LaunchContext* context, uint64_t event) {
  tree_of(context).events().retain(event);
}
void release_event(LaunchContext* context, uint64_t event) {
  tree_of(context).events().release(event, group_of(context).worker.free_events);
}
uint64_t create_user_event(LaunchContext* context) {
  return tree_of(context).events().create_user_event(group_of(context).worker.free_events);
}
int32_t is_valid_event(LaunchContext* context, uint64_t event) {
  return tree_of(context).events().is_valid(event) ? 1 : 0;
}
void set_user_event_status(LaunchContext* context, uint64_t event, int32_t status) {
  tree_of(context).set_user_event_status(event, status);
}
void capture_profiling(LaunchContext* context, uint64_t event, int32_t what, uint64_t* value) try {
  constexpr int32_t execution_time = 1;  // CLK_PROFILING_COMMAND_EXEC_TIME
  if (what == execution_time && value != nullptr) {
    tree_of(context).events().capture_profiling(event, value);
  }
} catch (const std::bad_alloc&) {
  return;  // the times are not captured: there is no error to return
}

uint64_t most_items(const LaunchContext* context, uint32_t block) {
  const LaunchTree& tree = tree_of(context);
  return std::min(tree.blocks()[block].facts.maximum_work_group_size,
                  tree.limits().work_group_size);
}
uint32_t block_work_group_size(LaunchContext* context, uint32_t block, const BlockLiteral*) {
  return static_cast<uint32_t>(most_items(context, block));
}
uint32_t block_size_multiple(LaunchContext* context, uint32_t block, const BlockLiteral*) {
  const uint64_t lanes = tree_of(context).blocks()[block].facts.sub_group_size;
  return static_cast<uint32_t>(std::min(lanes, most_items(context, block)));
}
uint32_t block_sub_group_size(LaunchContext* context, const BlockRange*, uint32_t block,
                              const BlockLiteral*) {
  return tree_of(context).blocks()[block].facts.sub_group_size;
}
uint32_t block_sub_group_count(LaunchContext* context, const BlockRange* range, uint32_t block,
                               const BlockLiteral*) {
  const LaunchTree& tree = tree_of(context);
  const code::BlockTable::BlockCode& asked = tree.blocks()[block];
  const bool uniform = group_of(context).launch.device_queues->requires_uniform_groups;
  const auto [x, y, z] =
      asked.code->planner().local_size(launch_range(*range, uniform), tree.limits().units);
  const uint64_t lanes = asked.facts.sub_group_size;
  return static_cast<uint32_t>((x * y * z + lanes - 1) / lanes);
}

constexpr compiler::interface::DriverCalls calls = {
#define CLEAVE_DRIVER_CALL(name, result, parameters) .name = name,
#include "compiler/interface/driver_calls.def"
};

}  // namespace

const compiler::interface::DriverCalls& device_queue_calls() {
  return calls;
}

void hand_out_and_yield(LaunchContext* context) {
  tree_of(context).hand_out(group_of(context));
  group_of(context).yield(context);
}

}  // namespace cleave::backend::cpu::enqueue
