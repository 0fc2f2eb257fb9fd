#include "backend/cpu/enqueue/launch_tree.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>

#include "backend/cpu/enqueue/device_queue_calls.h"
#include "backend/cpu/enqueue/refusals.h"
#include "backend/cpu/pool/worth.h"

namespace cleave::backend::cpu {
namespace {

using support::Ref;
using Clock = std::chrono::steady_clock;

uint64_t now() {
  return static_cast<uint64_t>(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
}

LaunchLimits limits_of(const DeviceFacts& facts, const CpuResourceSet& where) {
  LaunchLimits limits;
  limits.work_group_size = facts.maximum_work_group_size;
  std::ranges::copy(facts.maximum_work_item_sizes, limits.item_sizes);
  limits.local_memory = facts.local_memory_size;
  limits.units = where.units().count();
  return limits;
}

/// The command that counts what the children of this one leave open.
TreeCommand& anchor_of_children(TreeCommand& command) {
  const bool is_anchor = command.event != nullptr || command.anchor == nullptr;
  return is_anchor ? command : *command.anchor;
}

/// An event that a kernel named, which cannot go while this lives, whatever other kernels release.
class UsedEvent {
 public:
  UsedEvent(DeviceEvents& events, uint64_t number) : events_(events), event_(events.find(number)) {
    if (event_ != nullptr && !DeviceEvents::use(*event_, DeviceEvents::by_tree)) event_ = nullptr;
  }
  ~UsedEvent() {
    if (event_ != nullptr) events_.drop(*event_, nullptr);
  }
  UsedEvent(const UsedEvent&) = delete;
  UsedEvent& operator=(const UsedEvent&) = delete;
  [[nodiscard]] bool is_there() const { return event_ != nullptr; }
  DeviceEvent& operator*() const { return *event_; }
  DeviceEvent* operator->() const { return event_; }

 private:
  DeviceEvents& events_;
  DeviceEvent* event_;
};

/// Returns how many children of a tree the pool may have that need not be there. It gives each
/// worker one by turns: more of them would run no sooner, and enqueue theirs level by level, which
/// takes memory in proportion to the tree. A carpet of Sierpinski of 6561 by 6561 work-items, two
/// million children, took 546 MiB without a bound, of which 76 are there before.
uint32_t most_in_pool(const TreePart& part) {
  return static_cast<uint32_t>(part.where().units().count());
}

/// Runs the only work-group of a launch, and measures it if it is one of those that are timed: each
/// stands for those since the one before.
template <class RunRange>
FirstGroups run_lone_group(const Launch& launch, const compiler::KernelCode& code,
                           const topology::UnitSet& units, LoneGroups& lone_groups,
                           const RunRange& run) {
  const bool is_timed = lone_groups.is_timed();
  const auto begin = is_timed ? Clock::now() : Clock::time_point();
  FirstGroups groups;
  groups.lacking = run(0, 1);
  if (groups.lacking != nullptr) return groups;
  groups.count = 1;
  if (!is_timed) return groups;
  groups.time = Clock::now() - begin;
  add_time_alone(launch, code, groups, units, LoneGroups::interval);
  return groups;
}

void note_end(const TreeCommand& command) {
  if (command.event != nullptr && command.event->start_time != 0) command.event->end_time = now();
}

}  // namespace

void TreeCommand::started() noexcept {
  tree.started(*this);
}
void TreeCommand::explain(const char* reason) noexcept {
  tree.explain(reason);
}
void TreeCommand::completed(cl_int ended_with) noexcept {
  tree.leave_pool(*this);
  tree.ended(*this, ended_with);
}
const char* TreeCommand::run_groups(const compiler::KernelCode& code, uint64_t begin, uint64_t end,
                                    Worker& worker) {
  return tree.run_groups(*this, code, begin, end, worker);
}

LaunchTree::LaunchTree(Ref<Launch> launch, Ref<CpuResourceSet> where, WorkerPool& pool,
                       const DeviceFacts& facts, Listener& listener)
    : pool_(pool),
      listener_(listener),
      limits_(limits_of(facts, *where)),
      root_(std::make_unique<TreeCommand>(*this)),
      events_(facts.maximum_device_events, where->units().count() + 1) {
  root_->launch = std::move(launch);
  root_->part = &add_part(std::move(where));
}

LaunchTree::Beginning LaunchTree::make(Ref<Launch> launch, Ref<CpuResourceSet> where,
                                       WorkerPool& pool, const DeviceFacts& facts,
                                       Listener& listener) {
  std::unique_ptr<LaunchTree, void (*)(LaunchTree*)> tree(
      new LaunchTree(std::move(launch), std::move(where), pool, facts, listener),
      [](LaunchTree* it) { delete it; });
  TreeCommand& root = *tree->root_;
  const Launch& of_host = *root.launch;
  const Execution::Pieces groups = groups_of(of_host, expectation(of_host));
  Ref<Execution> execution = make_kernel_execution(
      root.launch, code_of(of_host), Ref<CpuResourceSet>(&root.part->where()), root, groups, &root);
  static_cast<void>(tree.release());
  return {std::move(execution), Ref<TreePart>(root.part)};
}

TreePart& LaunchTree::add_part(Ref<CpuResourceSet> where) {
  const std::scoped_lock lock(mutex_);
  for (const Ref<TreePart>& part : parts_) {
    if (part->where().units() == where->units()) return *part;
  }
  parts_.push_back(support::make_ref<TreePart>(*this, std::move(where), pool_));
  return *parts_.back();
}

TreePart* LaunchTree::part_of(GroupChildren& group, uint64_t queue) {
  if (group.part != nullptr && queue == reinterpret_cast<uint64_t>(group.queue)) return group.part;
  const auto& known = root_launch().device_queues->queues;
  const auto found = std::ranges::find_if(
      known, [&](const DeviceQueue* one) { return reinterpret_cast<uint64_t>(one) == queue; });
  if (found == known.end()) return nullptr;
  TreePart& here = *group.parent.part;
  const topology::UnitSet& of_queue = (*found)->where->units();
  const topology::UnitSet& of_parent = here.where().units();
  if (of_parent.is_subset_of(of_queue)) {
    group.part = &here;
  } else if (of_queue.is_subset_of(of_parent)) {
    group.part = &add_part(CpuResourceSet::of(*(*found)->where));
  } else {
    return nullptr;
  }
  group.queue = *found;
  return group.part;
}

std::unique_ptr<TreeCommand> LaunchTree::make_command(GroupChildren& group, TreePart& part,
                                                      uint64_t more_bytes, cl_int& refusal) {
  DeviceQueue& queue = *group.queue;
  const uint64_t bytes = sizeof(TreeCommand) + more_bytes;
  if (!group.worker.credit.take(queue, bytes)) {
    refusal = clk_device_queue_full;
    return nullptr;
  }
  auto command = std::make_unique<TreeCommand>(*this);
  command->part = &part;
  command->queue = &queue;
  command->bytes = bytes;
  return command;
}

cl_int LaunchTree::enqueue(GroupChildren& group, uint64_t queue, ChildBegin begin, uint32_t block,
                           const compiler::BlockRange& range, const compiler::BlockLiteral& literal,
                           std::span<const uint64_t> local_sizes,
                           std::span<const uint64_t> wait_list, uint64_t* event) {
  TreePart* const part = part_of(group, queue);
  if (part == nullptr) return clk_invalid_queue;
  const ChildRequest request = {blocks()[block], range, literal, local_sizes};
  if (const cl_int error = check_child(request, group.launch, limits_); error != CL_SUCCESS) {
    return error;
  }
  cl_int refusal = CL_SUCCESS;
  auto command = make_command(group, *part, Child::more_bytes(request), refusal);
  if (!command) return refusal;
  command->child.set(request, group.launch, limits_);
  return take_in(std::move(command), group, begin, wait_list, event);
}

cl_int LaunchTree::enqueue_marker(GroupChildren& group, uint64_t queue,
                                  std::span<const uint64_t> wait_list, uint64_t* event) {
  TreePart* const part = part_of(group, queue);
  if (part == nullptr) return clk_invalid_queue;
  cl_int refusal = CL_SUCCESS;
  auto command = make_command(group, *part, 0, refusal);
  if (!command) return refusal;
  return take_in(std::move(command), group, ChildBegin::any_time, wait_list, event);
}

cl_int LaunchTree::take_in(std::unique_ptr<TreeCommand> command, GroupChildren& group,
                           ChildBegin begin, std::span<const uint64_t> wait_list, uint64_t* event) {
  if (!wait_list.empty()) {
    command->event_waits = std::make_unique<EventWaits>();
    command->event_waits->waits = std::make_unique<EventWait[]>(wait_list.size());
  }
  if (event != nullptr) {
    command->event =
        events_.make(DeviceEvents::by_tree + DeviceEvents::by_kernel, group.worker.free_events);
    if (command->event == nullptr) return clk_event_allocation_failure;
    command->event->is_profiled = group.queue->is_profiled;
  }
  if (!wait_list.empty() && !add_waits(*command, wait_list)) {
    if (event != nullptr) events_.drop_all(*command->event, &group.worker.free_events);
    return clk_invalid_event_wait_list;
  }
  if (event != nullptr) *event = command->event->number.load(std::memory_order_relaxed);
  command->anchor = &anchor_of_children(group.parent);
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

bool LaunchTree::add_waits(TreeCommand& command, std::span<const uint64_t> wait_list) {
  EventWaits& waits = *command.event_waits;
  const std::scoped_lock lock(mutex_);
  const bool are_events =
      std::ranges::all_of(wait_list, [&](uint64_t number) { return add_wait(command, number); });
  if (!are_events) {
    while (waits.count != 0) events_.end_wait(waits.waits[--waits.count]);
    return false;
  }
  waits.open = waits.count;
  if (waits.count == 0) return true;
  command.waits.fetch_add(waits.count, std::memory_order_relaxed);
  waits.next = first_waiting_;
  if (first_waiting_ != nullptr) first_waiting_->event_waits->previous = &command;
  first_waiting_ = &command;
  return true;
}

bool LaunchTree::add_wait(TreeCommand& command, uint64_t number) {
  DeviceEvent* const event = events_.find(number);
  if (event == nullptr || !DeviceEvents::use(*event, DeviceEvents::by_tree)) return false;
  if (event->is_over()) {
    if (event->status < 0) command.fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    events_.drop(*event, nullptr);
    return true;
  }
  EventWaits& waits = *command.event_waits;
  EventWait& wait = waits.waits[waits.count++];
  wait = {.command = &command, .event = event, .next = event->first_wait};
  if (event->first_wait != nullptr) event->first_wait->previous = &wait;
  event->first_wait = &wait;
  return true;
}

void LaunchTree::forget_waiting(TreeCommand& command) {
  const EventWaits& waits = *command.event_waits;
  (waits.previous != nullptr ? waits.previous->event_waits->next : first_waiting_) = waits.next;
  if (waits.next != nullptr) waits.next->event_waits->previous = waits.previous;
}

void LaunchTree::end_event(DeviceEvent& event, cl_int status, CommandList& ready) {
  event.status = status;
  while (event.first_wait != nullptr) {
    EventWait& wait = *event.first_wait;
    TreeCommand& command = *wait.command;
    events_.end_wait(wait);
    if (status < 0) command.fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    if (--command.event_waits->open == 0) forget_waiting(command);
    if (command.wait_less()) ready.add(command);
  }
}

void LaunchTree::retain_event(uint64_t event) {
  // One that has gone meanwhile was not the kernel's to retain.
  if (DeviceEvent* const found = events_.find(event)) {
    static_cast<void>(DeviceEvents::use(*found, DeviceEvents::by_kernel));
  }
}

void LaunchTree::release_event(GroupChildren& group, uint64_t event) {
  if (DeviceEvent* const found = events_.find(event)) {
    events_.release(*found, group.worker.free_events);
  }
}

uint64_t LaunchTree::create_user_event(GroupChildren& group) {
  DeviceEvent* const event = events_.make(DeviceEvents::by_kernel, group.worker.free_events);
  if (event == nullptr) return 0;
  event->is_user = true;
  return event->number.load(std::memory_order_relaxed);
}

bool LaunchTree::is_valid_event(uint64_t event) const {
  return events_.find(event) != nullptr;
}

void LaunchTree::set_user_event_status(uint64_t event, cl_int status) {
  CommandList ready;
  {
    const std::scoped_lock lock(mutex_);
    const UsedEvent found(events_, event);
    const bool can_be_set = found.is_there() && found->is_user && !found->is_over();
    if (!can_be_set || status > CL_COMPLETE) return;
    end_event(*found, status, ready);
  }
  make_ready(ready);
}

void LaunchTree::capture_profiling(uint64_t event, uint64_t* value) {
  const std::scoped_lock lock(mutex_);
  const UsedEvent found(events_, event);
  if (!found.is_there() || !found->is_profiled) return;
  if (found->is_over()) {
    std::ranges::copy(found->times, value);
  } else {
    found->captures.push_back(value);
  }
}

/// Those that are ready.
template <class IsReady>
void LaunchTree::add_to_parts(CommandList& commands, const IsReady& is_ready) {
  while (!commands.is_empty()) {
    // Most go to the same part.
    TreePart& part = *commands.first()->part;
    TreePart::Adder adder(part);
    while (!commands.is_empty() && commands.first()->part == &part) {
      TreeCommand& command = commands.take_first();
      if (is_ready(command)) adder.add(command);
    }
  }
}

void LaunchTree::make_ready(CommandList& commands) {
  if (commands.is_empty()) return;
  // The caller is active: this never takes the number to 0.
  active_.fetch_add(commands.count(), std::memory_order_acq_rel);
  add_to_parts(commands, [](const TreeCommand&) { return true; });
}

void LaunchTree::release(GroupChildren& group) {
  group.gathered.add_all(group.after_group);
  if (group.opened != 0 || !group.gathered.is_empty()) release_gathered(group);
}

void LaunchTree::hand_out(GroupChildren& group) {
  if (!group.gathered.is_empty()) release_gathered(group);
  group.parent.part->hand_out();
}

void LaunchTree::release_gathered(GroupChildren& group) {
  TreeCommand& anchor = anchor_of_children(group.parent);
  // The parent is open and active, too.
  const uint32_t ended = &anchor == root_.get() ? std::exchange(group.worker.ended, 0) : 0;
  anchor.open.fetch_add(std::exchange(group.opened, 0) - ended, std::memory_order_acq_rel);
  const uint32_t count = group.gathered.count();
  if (count != ended) active_.fetch_add(count - ended, std::memory_order_acq_rel);
  uint32_t waiting = 0;
  add_to_parts(group.gathered, [&](TreeCommand& command) {
    const bool is_ready = command.wait_less();
    waiting += is_ready ? 0 : 1;
    return is_ready;
  });
  if (waiting != 0) active_.fetch_sub(waiting, std::memory_order_acq_rel);
}

void LaunchTree::run(TreeCommand& command, TreeWorker& here, Worker& worker) {
  const cl_int status = command.status.load(std::memory_order_relaxed);
  if (status < 0) return ended_here(command, status, here);
  if (!command.child.runs()) {
    started(command);  // its event has times, too
    return ended_here(command, status, here);
  }
  try {
    command.child.make_launch(root_launch(), here.reused);
  } catch (const std::bad_alloc&) {
    here.reused.launch = nullptr;
    return ended_here(command, CL_OUT_OF_HOST_MEMORY, here);
  }
  const Launch& launch = *here.reused.launch;
  const Expectation expected = expectation(launch);
  if (!launch.may_wait) {
    here.credit.add(*command.queue, std::exchange(command.bytes, 0));
    const bool is_worth_several = command.part->where().units().count() > 1 &&
                                  expected.kind == Expected::longer && expected.time > least_shared;
    if (!is_worth_several || !may_go_to_pool(*command.part)) {
      return run_here(command, here, worker);
    }
  }
  const Execution::Pieces groups = groups_of(launch, expected);
  here.credit.give_back();
  command.launch = std::move(here.reused.launch);
  submit(command, groups);
}

bool LaunchTree::may_go_to_pool(const TreePart& part) const {
  return in_pool_.load(std::memory_order_relaxed) < most_in_pool(part);
}

void LaunchTree::leave_pool(TreeCommand& command) {
  if (command.anchor == nullptr) return;  // the launch of the host
  if (!command.launch->may_wait) {
    in_pool_.fetch_sub(1, std::memory_order_relaxed);
  } else {
    command.queue->used.fetch_sub(std::exchange(command.bytes, 0), std::memory_order_relaxed);
  }
}

void LaunchTree::submit(TreeCommand& command, const Execution::Pieces& groups) {
  if (!command.launch->may_wait) in_pool_.fetch_add(1, std::memory_order_relaxed);
  pool_.submit(
      make_kernel_execution(command.launch, code_of(*command.launch),
                            Ref<CpuResourceSet>(&command.part->where()), command, groups, &command),
      command.part->unit_of_guest_here());
}

void LaunchTree::run_here(TreeCommand& command, TreeWorker& here, Worker& worker) {
  const Launch& launch = *here.reused.launch;
  const compiler::KernelCode& code = code_of(launch);
  const topology::UnitSet& units = command.part->where().units();
  const uint64_t count = WorkGroups::count(launch);
  started(command);
  const auto run = [&](uint64_t begin, uint64_t end) {
    return run_some(command, launch, code, begin, end, here, worker);
  };
  const FirstGroups groups =
      count == 1
          ? run_lone_group(launch, code, units, here.lone_groups, run)
          : run_until_worth_sharing(launch, code, units, Clock::now(), run,
                                    [&](std::chrono::nanoseconds, std::chrono::nanoseconds rest) {
                                      return units.count() > 1 && rest > least_shared &&
                                             may_go_to_pool(*command.part);
                                    });
  if (groups.lacking != nullptr) {
    explain(groups.lacking);
    return ended_here(command, CL_OUT_OF_RESOURCES, here);
  }
  if (!groups.rest) return ended_here(command, CL_COMPLETE, here);
  here.credit.give_back();
  command.launch = std::move(here.reused.launch);
  submit(command, {.end = count,
                   .first = groups.count,
                   .has_started = true,
                   .worth = worth_of(*groups.rest, count - groups.count)});
}

const char* LaunchTree::run_some(TreeCommand& command, const Launch& launch,
                                 const compiler::KernelCode& code, uint64_t begin, uint64_t end,
                                 TreeWorker& here, Worker& worker) {
  WorkGroups groups(launch, code, worker);
  if (groups.lacking() != nullptr) return groups.lacking();
  if (launch.device_queues == nullptr) {
    groups.run(begin, end);
    return nullptr;
  }
  GroupChildren children = {command, launch, here};
  children.yield = groups.set_device_queues(device_queue_calls(), hand_out_and_yield, &children);
  for (uint64_t i = begin; i < end; ++i) {
    groups.run(i, i + 1);
    release(children);
  }
  return nullptr;
}

const char* LaunchTree::run_groups(TreeCommand& command, const compiler::KernelCode& code,
                                   uint64_t begin, uint64_t end, Worker& worker) {
  const Launch& launch = *command.launch;
  TreePart::Serving serving(*command.part, worker);
  if (launch.device_queues == nullptr) {
    return run_some(command, launch, code, begin, end, serving.worker(), worker);
  }
  for (uint64_t i = begin; i < end; ++i) {
    serving.run_own();  // of the work-group before
    const char* lacking = run_some(command, launch, code, i, i + 1, serving.worker(), worker);
    if (lacking != nullptr) return lacking;
  }
  return nullptr;
}

void LaunchTree::started(TreeCommand& command) {
  if (command.anchor == nullptr) return listener_.started();
  if (command.event != nullptr && command.event->is_profiled) command.event->start_time = now();
}

void LaunchTree::ended(TreeCommand& command, cl_int status) {
  CommandList ready;
  TreeCommand* waiting = command.after_end.load(std::memory_order_acquire);
  while (waiting != nullptr) {
    TreeCommand& next = *std::exchange(waiting, waiting->next);
    if (next.wait_less()) ready.add(next);
  }
  TreeCommand& anchor = anchor_of_children(command);
  if (status < 0) anchor.fail(status);
  if (command.anchor == nullptr) listener_.ended();
  if (&anchor == &command) {
    note_end(command);
  } else {
    delete &command;
  }
  complete_one(anchor, ready);
  make_ready(ready);
  if (active_.fetch_sub(1, std::memory_order_acq_rel) == 1) nothing_is_active();
}

void LaunchTree::ended_here(TreeCommand& command, cl_int status, TreeWorker& here) {
  const bool is_complete =
      command.event == nullptr || command.open.load(std::memory_order_acquire) == 1;
  const bool is_seen = command.anchor != root_.get() || !is_complete;
  if (is_seen || status < 0 || command.after_end.load(std::memory_order_acquire) != nullptr) {
    here.credit.give_back();
    return ended(command, status);
  }
  ++here.ended;
  const std::unique_ptr<TreeCommand> complete(&command);
  if (command.event == nullptr) return;
  note_end(command);
  CommandList ready;
  end_event_of(command, ready, &here.free_events);
  make_ready(ready);
}

void LaunchTree::settle(TreeWorker& here) {
  const uint32_t ended = std::exchange(here.ended, 0);
  root_->open.fetch_sub(ended, std::memory_order_acq_rel);
  if (active_.fetch_sub(ended, std::memory_order_acq_rel) == ended) nothing_is_active();
}

void LaunchTree::complete_one(TreeCommand& first, CommandList& ready) {
  TreeCommand* anchor = &first;
  // The thread that finds 1 is the last one: no other thread knows of the anchor.
  const auto is_last = [&] {
    return anchor->open.load(std::memory_order_acquire) == 1 ||
           anchor->open.fetch_sub(1, std::memory_order_acq_rel) == 1;
  };
  while (is_last()) {
    if (anchor->anchor == nullptr) return anchor->open.store(0, std::memory_order_relaxed);

    const std::unique_ptr<TreeCommand> complete(anchor);
    anchor = complete->anchor;
    const cl_int status = complete->status.load(std::memory_order_relaxed);
    if (status < 0) anchor->fail(status);
    end_event_of(*complete, ready, nullptr);
  }
}

void LaunchTree::end_event_of(const TreeCommand& complete, CommandList& ready,
                              DeviceEvents::FreeEvents* own) {
  DeviceEvent& event = *complete.event;
  const auto set_times = [&] {
    if (event.start_time == 0) return;
    event.times[0] = std::max<uint64_t>(1, event.end_time - event.start_time);
    event.times[1] = std::max<uint64_t>(event.times[0], now() - event.start_time);
    for (uint64_t* const value : event.captures) std::ranges::copy(event.times, value);
  };
  if (DeviceEvents::drop_only_use(event)) {
    set_times();
    return events_.recycle(event, own);
  }
  const std::scoped_lock lock(mutex_);
  set_times();
  end_event(event, complete.status.load(std::memory_order_relaxed), ready);
  events_.drop(event, own);
}

void LaunchTree::nothing_is_active() {
  root_->open.load(std::memory_order_acquire) == 0 ? report() : give_up_waiting();
}

void LaunchTree::give_up_waiting() {
  explain("kernels that were enqueued on the device wait for events that nothing can set any more");
  CommandList given_up;
  {
    const std::scoped_lock lock(mutex_);
    while (first_waiting_ != nullptr) {
      TreeCommand& command = *first_waiting_;
      forget_waiting(command);
      for (uint32_t i = 0; i < command.event_waits->count; ++i) {
        EventWait& wait = command.event_waits->waits[i];
        if (wait.event != nullptr) events_.end_wait(wait);
      }
      given_up.add(command);
    }
  }
  active_.store(given_up.count(), std::memory_order_relaxed);
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

}  // namespace cleave::backend::cpu
