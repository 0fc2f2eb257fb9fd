#include "backend/cpu/enqueue/tree_runner.h"

#include <chrono>
#include <new>
#include <utility>

#include "backend/cpu/enqueue/device_queue_calls.h"
#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/pool/worth.h"

namespace cleave::backend::cpu::enqueue {
namespace {

using support::Ref;
using Clock = std::chrono::steady_clock;

/// Returns how many children of a tree the pool may have that need not be there. It gives each
/// worker one: more of them would run no sooner, and enqueue theirs level by level, which
/// takes memory in proportion to the tree. A carpet of Sierpinski of 6561 by 6561 work-items, two
/// million children, took 546 MiB without a bound, of which 76 are there before.
uint32_t most_in_pool(const TreeScheduler& scheduler) {
  return static_cast<uint32_t>(scheduler.where().units().count());
}

/// Runs the only work-group of a launch, and measures it if it is one of those that are timed: each
/// stands for those since the one before.
template <class RunRange>
pool::FirstGroups run_lone_group(const Launch& launch, const compiler::interface::KernelCode& code,
                                 const topology::UnitSet& units, LoneGroups& lone_groups,
                                 const RunRange& run) {
  const bool is_timed = lone_groups.is_timed();
  const auto begin = is_timed ? Clock::now() : Clock::time_point();
  pool::FirstGroups groups;
  groups.lacking = run(0, 1);
  if (groups.lacking != nullptr) return groups;
  groups.count = 1;
  if (!is_timed) return groups;
  groups.time = Clock::now() - begin;
  pool::add_time_alone(launch, code, groups, units, LoneGroups::interval);
  return groups;
}

}  // namespace

void TreeRunner::run(TreeCommand& command, TreeWorker& here, pool::Worker& worker) {
  const cl_int status = command.status.load(std::memory_order_relaxed);
  if (status < 0) return tree_.ended_here(command, status, here);
  if (!command.child.runs()) {
    tree_.started(command);  // its event has times, too
    return tree_.ended_here(command, status, here);
  }
  try {
    command.child.make_launch(tree_.root_launch(), tree_.objects(), tree_.limits().units,
                              here.reused);
  } catch (const std::bad_alloc&) {
    here.reused.launch = nullptr;
    return tree_.ended_here(command, CL_OUT_OF_HOST_MEMORY, here);
  }
  const Launch& launch = *here.reused.launch;
  const pool::Expectation expected = pool::expectation(launch);
  if (!launch.may_wait) {
    here.credit.add(*command.queue, std::exchange(command.bytes, 0));
    const bool is_worth_several = command.scheduler->where().units().count() > 1 &&
                                  expected.kind == pool::Expected::longer &&
                                  expected.time > pool::least_shared;
    if (!is_worth_several || !may_go_to_pool(*command.scheduler)) {
      return run_here(command, here, worker);
    }
  }
  const pool::Execution::Pieces groups = pool::groups_of(launch, expected);
  here.credit.give_back();
  command.launch = std::move(here.reused.launch);
  submit(command, groups);
}

bool TreeRunner::may_go_to_pool(const TreeScheduler& scheduler) const {
  return in_pool_.load(std::memory_order_relaxed) < most_in_pool(scheduler);
}

void TreeRunner::leave_pool(TreeCommand& command) {
  if (command.anchor == nullptr) return;  // the launch of the host
  if (!command.launch->may_wait) {
    in_pool_.fetch_sub(1, std::memory_order_relaxed);
  } else {
    command.queue->used.fetch_sub(std::exchange(command.bytes, 0), std::memory_order_relaxed);
  }
}

void TreeRunner::submit(TreeCommand& command, const pool::Execution::Pieces& groups) {
  if (!command.launch->may_wait) in_pool_.fetch_add(1, std::memory_order_relaxed);
  pool_.submit(pool::make_kernel_execution(command.launch, pool::code_of(*command.launch),
                                           Ref<pool::CpuResourceSet>(&command.scheduler->where()),
                                           command, groups, &command),
               command.scheduler->unit_of_guest_here());
}

void TreeRunner::run_here(TreeCommand& command, TreeWorker& here, pool::Worker& worker) {
  const Launch& launch = *here.reused.launch;
  const compiler::interface::KernelCode& code = pool::code_of(launch);
  const topology::UnitSet& units = command.scheduler->where().units();
  const uint64_t count = pool::WorkGroups::count(launch);
  tree_.started(command);
  const auto run = [&](uint64_t begin, uint64_t end) {
    return run_some(command, launch, code, begin, end, here, worker);
  };
  const pool::FirstGroups groups =
      count == 1 ? run_lone_group(launch, code, units, here.lone_groups, run)
                 : pool::run_until_worth_sharing(
                       launch, code, units, Clock::now(), run,
                       [&](std::chrono::nanoseconds, std::chrono::nanoseconds rest) {
                         return units.count() > 1 && rest > pool::least_shared &&
                                may_go_to_pool(*command.scheduler);
                       });
  if (groups.lacking != nullptr) {
    tree_.explain(groups.lacking);
    return tree_.ended_here(command, CL_OUT_OF_RESOURCES, here);
  }
  if (!groups.rest) return tree_.ended_here(command, CL_COMPLETE, here);
  here.credit.give_back();
  command.launch = std::move(here.reused.launch);
  submit(command, {.end = count,
                   .first = groups.count,
                   .has_started = true,
                   .worth = pool::worth_of(*groups.rest, count - groups.count)});
}

const char* TreeRunner::run_some(TreeCommand& command, const Launch& launch,
                                 const compiler::interface::KernelCode& code, uint64_t begin,
                                 uint64_t end, TreeWorker& here, pool::Worker& worker) {
  pool::WorkGroups groups(launch, code, worker);
  if (groups.lacking() != nullptr) return groups.lacking();
  if (launch.device_queues == nullptr) {
    groups.run(begin, end);
    return nullptr;
  }
  GroupChildren children = {command, launch, here};
  children.yield = groups.set_device_queues(device_queue_calls(), hand_out_and_yield, &children);
  for (uint64_t i = begin; i < end; ++i) {
    groups.run(i, i + 1);
    tree_.release(children);
  }
  return nullptr;
}

const char* TreeRunner::run_groups(TreeCommand& command,
                                   const compiler::interface::KernelCode& code, uint64_t begin,
                                   uint64_t end, pool::Worker& worker) {
  const Launch& launch = *command.launch;
  TreeScheduler::Serving serving(*command.scheduler, worker);
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

}  // namespace cleave::backend::cpu::enqueue
