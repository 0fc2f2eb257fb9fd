#include "backend/cpu/cpu_device.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "backend/cpu/code/block_table.h"
#include "backend/cpu/code/cpu_program.h"
#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/facts.h"
#include "backend/cpu/memory/memory.h"
#include "backend/cpu/memory/numa_memory.h"
#include "backend/cpu/pool/background.h"
#include "backend/cpu/pool/inline_worker.h"
#include "backend/cpu/pool/transfer.h"
#include "backend/cpu/pool/work.h"
#include "backend/cpu/pool/worker_pool.h"
#include "backend/cpu/pool/worth.h"
#include "backend/cpu/slices/slices.h"

namespace cleave::backend::cpu {
namespace {

using support::Ref;
using Clock = std::chrono::steady_clock;

/// An inline worker estimates after this time how long the rest of a launch of unknown length
/// takes, and leaves some of it to workers if that is worth it.
constexpr auto judged_after = std::chrono::microseconds(3);
/// An inline worker that has worked for so long on a streak of launches, each of them too short for
/// sleeping workers, wakes some: they spin from then on.
constexpr auto long_alone = std::chrono::microseconds(200);

/// A streak of launches that the calling thread runs alone, one right after another.
class InlineStreak {
 public:
  /// Returns how long it has lasted when the next launch begins.
  [[nodiscard]] Clock::duration continued(Clock::time_point begin) {
    if (begin - end_ > std::chrono::microseconds(50)) begin_ = begin;
    return begin - begin_;
  }
  void ended(Clock::time_point end) { end_ = end; }
  void was_shared() { end_ = {}; }

 private:
  Clock::time_point begin_{}, end_{};
};

InlineStreak& streak_of_this_thread() {
  static thread_local InlineStreak streak;
  return streak;
}

/// Returns how long an inline worker runs the first work-groups before it decides whether the rest
/// is worth calling workers.
Clock::duration time_until_judged(Expected expected) {
  switch (expected) {
    case Expected::short_for_one_thread:
      return no_longer_short;
    case Expected::longer:
      return Clock::duration::zero();  // the first one is enough
    case Expected::unknown:
      break;
  }
  return judged_after;
}

/// Returns whether what is left of a launch takes so long that better code is there before its end:
/// an execution goes over to that. Better code of most kernels is made in 15 to 90 ms.
bool gains_by_better_code(const compiler::KernelCode& code, std::chrono::nanoseconds left) {
  return code.tier == compiler::Tier::quick && left > std::chrono::milliseconds(100);
}

/// The host's processors. The pool is never destroyed: its threads may run until the process ends.
/// The background threads and the slices, which queues give back late, live as long.
class CpuDevice final : public Device, private InlineExecution {
 public:
  explicit CpuDevice(topology::Machine machine)
      : Device(this),
        machine_(std::move(machine)),
        facts_(read_facts(machine_)),
        inline_rules_(machine_, facts_.workers_bound),
        pool_(*new WorkerPool(machine_, facts_.workers_bound)),
        background_(*new Background(machine_, facts_.workers_bound)),
        slices_(*new Slices(machine_)) {}

  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] const topology::Machine& machine() const override { return machine_; }
  [[nodiscard]] Ref<ResourceSet> resources(const topology::UnitSet& units) override {
    return support::make_ref<CpuResourceSet>(units);
  }
  [[nodiscard]] Ref<ResourceSet> slice(const std::vector<topology::UnitSet>& slices,
                                       size_t index) override {
    // A forked child runs nothing: it is not to keep a slice from processes that do.
    if (!pool_.is_running()) return support::make_ref<CpuResourceSet>(slices[index]);
    return slices_.use(slices, index);
  }
  [[nodiscard]] support::Status start(const ResourceSet& where) override {
    return pool_.start(where.units());
  }

  [[nodiscard]] Allocation allocate(size_t bytes, size_t alignment, Users users) override {
    return Allocation::of_host(memory_.allocate(bytes, alignment, home_for(machine_, users)),
                               bytes);
  }
  void deallocate(const Allocation& allocation, Users users) noexcept override {
    memory_.deallocate(allocation.host_address, allocation.bytes, home_for(machine_, users));
  }

  [[nodiscard]] bool has_near_memory(const ResourceSet& where) const override {
    return node_of(machine_, where.units()).has_value();
  }
  void place(const Allocation& allocation, size_t offset, size_t bytes, const ResourceSet& where,
             Contents contents) noexcept override {
    const auto node = node_of(machine_, where.units());
    if (!node) return;
    std::byte* const memory = allocation.host_address + offset;
    if (contents == Contents::undefined) forget_contents(memory, bytes);
    move_to_node(memory, bytes, *node);
  }

  [[nodiscard]] std::shared_ptr<DeviceProgram> load(const compiler::CodeRequest& request,
                                                    std::string& error) override {
    const auto run_in_background = [this](std::function<void()> work, const topology::UnitSet& on,
                                          Urgency urgency) {
      return background_.run(std::move(work), on, urgency);
    };
    const auto run_alone = [this](DeviceKernel& kernel, const compiler::KernelFacts& facts,
                                  const Allocation& variables) {
      return this->run_alone(kernel, facts, variables);
    };
    return CpuProgram::load(request, *this, run_in_background, run_alone, error);
  }

  void submit(Ref<Launch> launch, const ResourceSet& where, Listener& listener) override {
    if (launch->device_queues != nullptr) {
      return pool_.submit(make_tree(std::move(launch), where, listener).execution);
    }
    const Expectation expected = expectation(*launch);
    pool_.submit(execution_of(launch, expected, where, listener), here(where));
  }
  void submit(const Transfer& transfer, const ResourceSet& where, Listener& listener) override {
    pool_.submit(execution_of(transfer, worth_of(transfer), where, listener), here(where));
  }
  void submit(std::function<cl_int()> work, const ResourceSet& where, Listener& listener) override {
    pool_.submit(make_host_execution(std::move(work), CpuResourceSet::of(where), listener),
                 here(where));
  }

  [[nodiscard]] bool may_run_inline(const ResourceSet& where) override {
    return pool_.is_running() && inline_rules_.may_run_inline(where.units());
  }
  [[nodiscard]] bool try_run_inline(Ref<Launch>& launch, const ResourceSet& where,
                                    Listener& listener) override;
  [[nodiscard]] bool try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                    Listener& listener) override;
  [[nodiscard]] bool try_run_successor(Ref<Launch>& launch, const ResourceSet& where,
                                       Listener& listener) override;
  [[nodiscard]] bool try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                       Listener& listener) override;
  [[nodiscard]] std::vector<uint32_t> compilation_processors(Users users) const override;

 private:
  [[nodiscard]] uint32_t here(const ResourceSet& where) const {
    return inline_rules_.unit_here(where.units());
  }
  /// Returns the worker whose thread calls, if it may go on with a successor; else nullptr.
  [[nodiscard]] static Worker* completing_worker(const ResourceSet& where);
  /// Returns an execution of all work-groups of the launch.
  [[nodiscard]] static Ref<Execution> execution_of(Ref<Launch>& launch, const Expectation& expected,
                                                   const ResourceSet& where, Listener& listener);
  [[nodiscard]] Ref<Execution> execution_of(const Transfer& transfer, Worth worth,
                                            const ResourceSet& where, Listener& listener) {
    return make_transfer_execution(transfer, worth, CpuResourceSet::of(where), listener,
                                   facts_.streamed_bytes);
  }
  /// Runs work-groups of the launch from the first on, on an inline worker: all of them, or so many
  /// that the rest is worth calling workers. Returns the rest.
  [[nodiscard]] Execution::Pieces run_first(const Launch& launch, WorkGroups& groups,
                                            const ResourceSet& where, const Expectation& expected);
  /// Runs the launch on this thread with the worker's memory. Returns the rest that it leaves to
  /// others; null: the launch is complete. Precondition: the listener has heard of the start.
  [[nodiscard]] Ref<Execution> run_on(Worker& worker, const Expectation& expected,
                                      Ref<Launch>& launch, const ResourceSet& where,
                                      Listener& listener);
  /// See RunAlone: programs begin and end with it.
  [[nodiscard]] bool run_alone(DeviceKernel& kernel, const compiler::KernelFacts& facts,
                               const Allocation& variables);
  /// Hands the execution to the workers and works on it too, as long as there is something to
  /// claim and this thread stands on a processor of the set.
  void share(Ref<Execution> execution);
  [[nodiscard]] LaunchTree::Root make_tree(Ref<Launch> launch, const ResourceSet& where,
                                           Listener& listener) {
    return LaunchTree::make(std::move(launch), CpuResourceSet::of(where), pool_, facts_, listener);
  }
  /// Runs a launch that uses queues on the device, and of what its kernels enqueue as much as this
  /// thread finds within a time slice: workers are bound to processors, and go on with large trees.
  void run_tree(Ref<Launch> launch, const ResourceSet& where, Listener& listener);

  const topology::Machine machine_;
  const DeviceFacts facts_;
  const InlineRules inline_rules_;
  WorkerPool& pool_;
  Background& background_;
  Slices& slices_;
  Memory memory_;
};

std::vector<uint32_t> CpuDevice::compilation_processors(Users users) const {
  std::vector<uint32_t> processors;
  if (!facts_.workers_bound) return processors;
  for (const ResourceSet* const user : users) {
    for (const uint32_t unit : user->units()) {
      processors.push_back(machine_.units[unit].os_processor);
    }
  }
  std::ranges::sort(processors);
  const auto repeated = std::ranges::unique(processors);
  processors.erase(repeated.begin(), repeated.end());
  return processors;
}

Ref<Execution> CpuDevice::execution_of(Ref<Launch>& launch, const Expectation& expected,
                                       const ResourceSet& where, Listener& listener) {
  const Execution::Pieces groups = groups_of(*launch, expected);
  const compiler::KernelCode& code = code_of(*launch);
  return make_kernel_execution(std::move(launch), code, CpuResourceSet::of(where), listener,
                               groups);
}

bool CpuDevice::run_alone(DeviceKernel& kernel, const compiler::KernelFacts& facts,
                          const Allocation& variables) {
  const auto launch = support::make_ref<Launch>();
  launch->program_variables = {std::shared_ptr<void>(), &variables};  // the caller's
  launch->sub_group_size = facts.sub_group_size;
  launch->may_wait = facts.may_wait;
  launch->local_memory_size = facts.local_memory_size;
  launch->largest_object_bytes = UINT64_MAX;
  std::string error;
  const CpuResourceSet all(machine_.all_units());
  launch->code = kernel.code_for(*launch, all, error);
  if (launch->code == nullptr) return false;
  const DefaultFloatingPoint modes;
  // Not the thread's own worker: this may be a launch's end, in the middle of the next one's start.
  Worker worker(Execution::no_unit);
  WorkGroups groups(*launch, code_of(*launch), worker);
  if (groups.lacking() == nullptr) groups.run(0, 1);
  return groups.lacking() == nullptr;
}

void CpuDevice::share(Ref<Execution> execution) {
  const topology::UnitSet& units = execution->where().units();
  execution->set_inline_unit(inline_rules_.unit_here(units));
  Worker& worker = inline_worker_of_this_thread();
  execution->watch(worker);
  pool_.submit(execution, execution->inline_unit());
  uint32_t unit = inline_rules_.unit_here(units);
  while (unit != Execution::no_unit && serve_for_time_slice(worker, *execution)) {
    unit = inline_rules_.unit_here(units);
    execution->set_inline_unit(unit);
  }
  if (unit == Execution::no_unit && execution->open_shares() != 0) pool_.submit(execution);
  execution->report_watched_end(worker, Clock::now() + watch_time);
}

Execution::Pieces CpuDevice::run_first(const Launch& launch, WorkGroups& groups,
                                       const ResourceSet& where, const Expectation& expected) {
  const uint64_t count = groups.count();
  InlineStreak& streak = streak_of_this_thread();
  const auto begin = Clock::now();
  const bool is_long_alone = streak.continued(begin) > long_alone;
  const bool come_soon = is_long_alone || pool_.has_spinning_workers(*CpuResourceSet::of(where));
  const auto least = come_soon ? least_shared_with_spinning : least_shared;
  const auto rest_worth_sharing = [&](uint64_t first, std::chrono::nanoseconds time) {
    Worth worth = worth_of(time, count - first);
    if (is_long_alone) worth.sleeping = worth.spinning;
    streak.was_shared();
    return Execution::Pieces{.end = count, .first = first, .has_started = true, .worth = worth};
  };
  const bool is_single = where.units().count() == 1;
  if (!is_single && expected.kind == Expected::longer && expected.time > least) {
    return rest_worth_sharing(0, expected.time);
  }
  const auto judged = time_until_judged(expected.kind);
  const FirstGroups run = run_until_worth_sharing(
      launch, groups.code(), where.units(), begin,
      [&](uint64_t first, uint64_t end) -> const char* {
        groups.run(first, end);
        return nullptr;
      },
      [&](std::chrono::nanoseconds spent, std::chrono::nanoseconds rest) {
        return spent >= judged &&
               ((!is_single && rest > least) || gains_by_better_code(groups.code(), rest) ||
                inline_rules_.unit_here(where.units()) == Execution::no_unit);
      });
  if (run.rest) return rest_worth_sharing(run.count, *run.rest);
  streak.ended(begin + run.time);
  return {.end = count, .first = count};
}

bool CpuDevice::try_run_inline(Ref<Launch>& launch, const ResourceSet& where, Listener& listener) {
  uint64_t stack_bytes = stack_bytes_of(*launch);
  if (launch->device_queues != nullptr) {
    const auto& blocks = static_cast<const EnqueuedBlocks&>(*launch->device_queues->blocks);
    stack_bytes = std::max(stack_bytes, blocks.stack_bytes());
  }
  if (launch->may_wait || launch->printf_ring != nullptr || !has_stack_for(stack_bytes) ||
      inline_rules_.unit_here(where.units()) == Execution::no_unit) {
    return false;
  }
  const DefaultFloatingPoint modes;
  if (launch->device_queues != nullptr) {
    run_tree(std::move(launch), where, listener);
    return true;
  }
  listener.started();
  Worker& worker = inline_worker_of_this_thread();
  const Expectation expected = expectation(*launch);
  if (auto rest = run_on(worker, expected, launch, where, listener)) share(std::move(rest));
  return true;
}

void CpuDevice::run_tree(Ref<Launch> launch, const ResourceSet& where, Listener& listener) {
  LaunchTree::Root tree = make_tree(std::move(launch), where, listener);
  TreePart::Guest guest(std::move(tree.part), inline_worker_of_this_thread());
  guest.set_unit(inline_rules_.unit_here(guest.units()));
  share(std::move(tree.execution));
  const uint32_t unit = inline_rules_.unit_here(guest.units());
  guest.set_unit(unit);
  if (unit != Execution::no_unit) guest.run_some();
}

Ref<Execution> CpuDevice::run_on(Worker& worker, const Expectation& expected, Ref<Launch>& launch,
                                 const ResourceSet& where, Listener& listener) {
  const compiler::KernelCode& code = code_of(*launch);
  WorkGroups groups(*launch, code, worker);
  const uint64_t count = groups.count();
  cl_int status = CL_COMPLETE;
  if (groups.lacking() != nullptr) {
    status = CL_OUT_OF_RESOURCES;
    listener.explain(groups.lacking());
  } else if (count == 1) {
    groups.run(0, 1);
    slot_of(*launch).times().add(time_of_one_group, where.units());
  } else if (const auto rest = run_first(*launch, groups, where, expected);
             rest.first != rest.end) {
    return make_kernel_execution(std::move(launch), code, CpuResourceSet::of(where), listener,
                                 rest);
  }
  launch = nullptr;
  listener.completed(status);
  return nullptr;
}

bool CpuDevice::try_run_inline(const Transfer& transfer, const ResourceSet& where,
                               Listener& listener) {
  if (inline_rules_.unit_here(where.units()) == Execution::no_unit) return false;
  const uint64_t pieces = transfer_pieces(transfer);
  const bool may_share = pieces > 1 && where.units().count() > 1;
  InlineStreak& streak = streak_of_this_thread();
  if (may_share) {
    Worth worth = worth_of(transfer);
    if (streak.continued(Clock::now()) > long_alone) worth.sleeping = worth.spinning;
    if (worth.sleeping > 1 || pool_.has_spinning_workers(*CpuResourceSet::of(where))) {
      streak.was_shared();
      share(execution_of(transfer, worth, where, listener));
      return true;
    }
  }
  listener.started();
  run_transfer(transfer, 0, pieces, facts_.streamed_bytes);
  if (may_share) streak.ended(Clock::now());
  listener.completed(CL_COMPLETE);
  return true;
}

Worker* CpuDevice::completing_worker(const ResourceSet& where) {
  Worker* const worker = Worker::of_this_thread();
  const bool can_go_on = worker != nullptr && where.units().contains(worker->unit()) &&
                         worker->has_time_left() && worker->may_be_given_successor();
  return can_go_on ? worker : nullptr;
}

bool CpuDevice::try_run_successor(Ref<Launch>& launch, const ResourceSet& where,
                                  Listener& listener) {
  Worker* const worker = completing_worker(where);
  // A kernel that waits for another command must not keep it from starting: this thread may be the
  // one to start it.
  // Children of a launch are for all workers of its set.
  if (worker == nullptr || launch->may_wait || launch->device_queues != nullptr) return false;
  const Expectation expected = expectation(*launch);
  if (expected.kind != Expected::short_for_one_thread && WorkGroups::count(*launch) != 1) {
    pool_.submit_successor(execution_of(launch, expected, where, listener), *worker);
    return true;
  }
  listener.started();
  if (auto rest = run_on(*worker, expected, launch, where, listener)) {
    pool_.submit_successor(std::move(rest), *worker);
  }
  return true;
}

bool CpuDevice::try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                  Listener& listener) {
  Worker* const worker = completing_worker(where);
  if (worker == nullptr) return false;
  if (transfer_pieces(transfer) > 1) {
    pool_.submit_successor(execution_of(transfer, worth_of(transfer), where, listener), *worker);
    return true;
  }
  listener.started();
  run_transfer(transfer, 0, 1, facts_.streamed_bytes);
  listener.completed(CL_COMPLETE);
  return true;
}

}  // namespace

std::unique_ptr<Device> make_device(topology::Machine machine) {
  return std::make_unique<CpuDevice>(std::move(machine));
}

}  // namespace cleave::backend::cpu
