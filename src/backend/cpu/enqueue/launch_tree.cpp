#include "backend/cpu/enqueue/launch_tree.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "backend/cpu/enqueue/refusals.h"
#include "backend/cpu/pool/worth.h"

namespace cleave::backend::cpu::enqueue {
namespace {

using support::Ref;

LaunchLimits limits_of(const DeviceFacts& facts, const pool::CpuResourceSet& where) {
  LaunchLimits limits;
  limits.work_group_size = facts.maximum_work_group_size;
  std::ranges::copy(facts.maximum_work_item_sizes, limits.item_sizes);
  limits.local_memory = facts.local_memory_size;
  limits.units = where.units().count();
  return limits;
}

/// Takes all commands from the list and hands those that are ready to their schedulers.
template <class IsReady>
void add_to_schedulers(CommandList& commands, const IsReady& is_ready) {
  while (!commands.is_empty()) {
    // Most go to one scheduler.
    TreeScheduler& scheduler = *commands.first()->scheduler;
    TreeScheduler::Adder adder(scheduler);
    while (!commands.is_empty() && commands.first()->scheduler == &scheduler) {
      TreeCommand& command = commands.take_first();
      if (is_ready(command)) adder.add(command);
    }
  }
}

}  // namespace

void TreeCommand::started() noexcept {
  tree.started(*this);
}
void TreeCommand::explain(const char* reason) noexcept {
  tree.explain(reason);
}
void TreeCommand::completed(cl_int ended_with) noexcept {
  tree.runner().leave_pool(*this);
  tree.ended(*this, ended_with);
}
const char* TreeCommand::run_groups(const compiler::interface::KernelCode& code, uint64_t begin,
                                    uint64_t end, pool::Worker& worker) {
  return tree.runner().run_groups(*this, code, begin, end, worker);
}

LaunchTree::LaunchTree(Ref<Launch> launch, Ref<pool::CpuResourceSet> where, pool::WorkerPool& pool,
                       const DeviceFacts& facts, Listener& listener)
    : pool_(pool),
      listener_(listener),
      limits_(limits_of(facts, *where)),
      objects_(*launch, facts.streamed_bytes),
      root_(std::make_unique<TreeCommand>(*this)),
      events_(facts.maximum_device_events, where->units().count() + 1),
      counts_(*root_, events_),
      runner_(*this, pool) {
  root_->launch = std::move(launch);
  root_->scheduler = &add_scheduler(std::move(where));
}

LaunchTree::Root LaunchTree::make(Ref<Launch> launch, Ref<pool::CpuResourceSet> where,
                                  pool::WorkerPool& pool, const DeviceFacts& facts,
                                  Listener& listener) {
  std::unique_ptr<LaunchTree, void (*)(LaunchTree*)> tree(
      new LaunchTree(std::move(launch), std::move(where), pool, facts, listener),
      [](LaunchTree* it) { delete it; });
  TreeCommand& root = *tree->root_;
  const Launch& of_host = *root.launch;
  const pool::Execution::Pieces groups = pool::groups_of(of_host, pool::expectation(of_host));
  Ref<pool::Execution> execution = pool::make_kernel_execution(
      root.launch, pool::code_of(of_host), Ref<pool::CpuResourceSet>(&root.scheduler->where()),
      root, groups, &root);
  static_cast<void>(tree.release());
  return {std::move(execution), Ref<TreeScheduler>(root.scheduler)};
}

TreeScheduler& LaunchTree::add_scheduler(Ref<pool::CpuResourceSet> where) {
  const std::scoped_lock lock(schedulers_mutex_);
  for (const Ref<TreeScheduler>& scheduler : schedulers_) {
    if (scheduler->where().units() == where->units()) return *scheduler;
  }
  schedulers_.push_back(support::make_ref<TreeScheduler>(*this, std::move(where), pool_));
  return *schedulers_.back();
}

TreeScheduler* LaunchTree::scheduler_of(GroupChildren& group, uint64_t queue) {
  if (group.scheduler != nullptr && queue == reinterpret_cast<uint64_t>(group.queue))
    return group.scheduler;
  const auto& known = root_launch().device_queues->queues;
  const auto found = std::ranges::find_if(
      known, [&](const DeviceQueue* one) { return reinterpret_cast<uint64_t>(one) == queue; });
  if (found == known.end()) return nullptr;
  TreeScheduler& here = *group.parent.scheduler;
  const topology::UnitSet& of_queue = (*found)->where->units();
  const topology::UnitSet& of_parent = here.where().units();
  if (of_parent.is_subset_of(of_queue)) {
    group.scheduler = &here;
  } else if (of_queue.is_subset_of(of_parent)) {
    group.scheduler = &add_scheduler(pool::CpuResourceSet::of(*(*found)->where));
  } else {
    return nullptr;
  }
  group.queue = *found;
  return group.scheduler;
}

std::unique_ptr<TreeCommand> LaunchTree::make_command(GroupChildren& group,
                                                      TreeScheduler& scheduler, uint64_t more_bytes,
                                                      cl_int& refusal) {
  DeviceQueue& queue = *group.queue;
  const uint64_t bytes = sizeof(TreeCommand) + more_bytes;
  if (!group.worker.credit.take(queue, bytes)) {
    refusal = clk_device_queue_full;
    return nullptr;
  }
  auto command = std::make_unique<TreeCommand>(*this);
  command->scheduler = &scheduler;
  command->queue = &queue;
  command->bytes = bytes;
  return command;
}

cl_int LaunchTree::enqueue(GroupChildren& group, uint64_t queue, ChildBegin begin, uint32_t block,
                           const compiler::interface::BlockRange& range,
                           const compiler::interface::BlockLiteral& literal,
                           std::span<const uint64_t> local_sizes,
                           std::span<const uint64_t> wait_list, uint64_t* event) {
  TreeScheduler* const scheduler = scheduler_of(group, queue);
  if (scheduler == nullptr) return clk_invalid_queue;
  const ChildRequest request = {blocks()[block], range, literal, local_sizes};
  if (const cl_int error = check_child(request, group.launch, limits_); error != CL_SUCCESS) {
    return error;
  }
  cl_int refusal = CL_SUCCESS;
  auto command = make_command(group, *scheduler, Child::more_bytes(request), refusal);
  if (!command) return refusal;
  command->child.set(request, group.launch);
  return take_in(std::move(command), group, begin, wait_list, event);
}

cl_int LaunchTree::enqueue_marker(GroupChildren& group, uint64_t queue,
                                  std::span<const uint64_t> wait_list, uint64_t* event) {
  TreeScheduler* const scheduler = scheduler_of(group, queue);
  if (scheduler == nullptr) return clk_invalid_queue;
  cl_int refusal = CL_SUCCESS;
  auto command = make_command(group, *scheduler, 0, refusal);
  if (!command) return refusal;
  return take_in(std::move(command), group, ChildBegin::any_time, wait_list, event);
}

cl_int LaunchTree::take_in(std::unique_ptr<TreeCommand> command, GroupChildren& group,
                           ChildBegin begin, std::span<const uint64_t> wait_list, uint64_t* event) {
  const cl_int refusal = events_.add(*command, wait_list, event, group.worker.free_events);
  if (refusal != CL_SUCCESS) return refusal;
  command->anchor = &group.parent.anchor_of_children();
  ++group.opened;
  TreeCommand& taken = *command.release();
  if (begin != ChildBegin::after_kernel) {
    (begin == ChildBegin::any_time ? group.gathered : group.after_group).add(taken);
    return CL_SUCCESS;
  }
  std::atomic<TreeCommand*>& first = group.parent.after_end;
  taken.next = first.load(std::memory_order_relaxed);
  while (!first.compare_exchange_weak(taken.next, &taken, std::memory_order_release)) {
  }
  return CL_SUCCESS;
}

void LaunchTree::set_user_event_status(uint64_t event, cl_int status) {
  CommandList ready;
  events_.set_user_event_status(event, status, ready);
  make_ready(ready);
}

void LaunchTree::make_ready(CommandList& commands) {
  if (commands.is_empty()) return;
  // The caller is active: this never takes the number to 0.
  counts_.add_active(commands.count());
  add_to_schedulers(commands, [](const TreeCommand&) { return true; });
}

void LaunchTree::release(GroupChildren& group) {
  group.gathered.add_all(group.after_group);
  if (group.opened != 0 || !group.gathered.is_empty()) release_gathered(group);
}

void LaunchTree::hand_out(GroupChildren& group) {
  if (!group.gathered.is_empty()) release_gathered(group);
  group.parent.scheduler->hand_out();
}

void LaunchTree::release_gathered(GroupChildren& group) {
  counts_.add_children(group);
  uint32_t waiting = 0;
  add_to_schedulers(group.gathered, [&](TreeCommand& command) {
    const bool is_ready = command.wait_less();
    waiting += is_ready ? 0 : 1;
    return is_ready;
  });
  if (waiting != 0) counts_.remove_active(waiting);
}

void LaunchTree::started(TreeCommand& command) {
  if (command.anchor == nullptr) return listener_.started();
  TreeEvents::note_start(command);
}

void LaunchTree::ended(TreeCommand& command, cl_int status) {
  CommandList ready;
  TreeCommand* waiting = command.after_end.load(std::memory_order_acquire);
  while (waiting != nullptr) {
    TreeCommand& next = *std::exchange(waiting, waiting->next);
    if (next.wait_less()) ready.add(next);
  }
  TreeCommand& anchor = command.anchor_of_children();
  if (status < 0) anchor.fail(status);
  if (command.anchor == nullptr) listener_.ended();
  if (&anchor == &command) {
    TreeEvents::note_end(command);
  } else {
    delete &command;
  }
  counts_.complete_one(anchor, ready);
  make_ready(ready);
  if (counts_.end_one()) nothing_is_active();
}

void LaunchTree::ended_here(TreeCommand& command, cl_int status, TreeWorker& here) {
  if (!counts_.try_put_off_end(command, status, here)) {
    here.credit.give_back();
    return ended(command, status);
  }
  const std::unique_ptr<TreeCommand> complete(&command);
  if (command.event == nullptr) return;
  TreeEvents::note_end(command);
  CommandList ready;
  events_.end_event_of(command, ready, &here.free_events);
  make_ready(ready);
}

void LaunchTree::settle(TreeWorker& here) {
  if (counts_.count_ends(here)) nothing_is_active();
}

void LaunchTree::nothing_is_active() {
  counts_.is_complete() ? report() : give_up_waiting();
}

void LaunchTree::give_up_waiting() {
  explain("kernels that were enqueued on the device wait for events that nothing can set any more");
  CommandList given_up = events_.give_up_waiting();
  counts_.restart(given_up.count());
  // The last one may end the tree.
  while (!given_up.is_empty()) {
    ended(given_up.take_first(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
}

void LaunchTree::report() {
  Listener& listener = listener_;
  const cl_int status = root_->status.load(std::memory_order_relaxed);
  const char* const reason = reason_.load(std::memory_order_relaxed);
  delete this;  // lets the launch go
  if (reason != nullptr) listener.explain(reason);
  listener.completed(status);
}

}  // namespace cleave::backend::cpu::enqueue
