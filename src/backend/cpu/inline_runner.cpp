#include "backend/cpu/inline_runner.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "backend/cpu/code/block_table.h"
#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/pool/transfer.h"

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
Clock::duration time_until_judged(pool::Expected expected) {
  switch (expected) {
    case pool::Expected::short_for_one_thread:
      return pool::no_longer_short;
    case pool::Expected::longer:
      return Clock::duration::zero();  // the first one is enough
    case pool::Expected::unknown:
      break;
  }
  return judged_after;
}

/// Returns whether what is left of a launch takes so long that better code is there before its end:
/// an execution goes over to that. Better code of most kernels is made in 15 to 90 ms.
bool gains_by_better_code(const compiler::interface::KernelCode& code,
                          std::chrono::nanoseconds left) {
  return code.tier == compiler::interface::Tier::quick && left > std::chrono::milliseconds(100);
}

}  // namespace

void InlineRunner::share(Ref<pool::Execution> execution) {
  const topology::UnitSet& units = execution->where().units();
  execution->set_inline_unit(rules_.unit_here(units));
  pool::Worker& worker = pool::inline_worker_of_this_thread();
  execution->watch(worker);
  pool_.submit(execution, execution->inline_unit());
  uint32_t unit = rules_.unit_here(units);
  while (unit != pool::Execution::no_unit && pool::serve_for_time_slice(worker, *execution)) {
    unit = rules_.unit_here(units);
    execution->set_inline_unit(unit);
  }
  if (unit == pool::Execution::no_unit && execution->open_shares() != 0) pool_.submit(execution);
  execution->report_watched_end(worker, Clock::now() + pool::watch_time);
}

pool::Execution::Pieces InlineRunner::run_first(const Launch& launch, pool::WorkGroups& groups,
                                                const ResourceSet& where,
                                                const pool::Expectation& expected) {
  const uint64_t count = groups.count();
  InlineStreak& streak = streak_of_this_thread();
  const auto begin = Clock::now();
  const bool is_long_alone = streak.continued(begin) > long_alone;
  const bool come_soon =
      is_long_alone || pool_.has_spinning_workers(*pool::CpuResourceSet::of(where));
  const auto least = come_soon ? pool::least_shared_with_spinning : pool::least_shared;
  const auto rest_worth_sharing = [&](uint64_t first, std::chrono::nanoseconds time) {
    pool::Worth worth = pool::worth_of(time, count - first);
    if (is_long_alone) worth.sleeping = worth.spinning;
    streak.was_shared();
    return pool::Execution::Pieces{
        .end = count, .first = first, .has_started = true, .worth = worth};
  };
  const bool is_single = where.units().count() == 1;
  if (!is_single && expected.kind == pool::Expected::longer && expected.time > least) {
    return rest_worth_sharing(0, expected.time);
  }
  const auto judged = time_until_judged(expected.kind);
  const pool::FirstGroups run = pool::run_until_worth_sharing(
      launch, groups.code(), where.units(), begin,
      [&](uint64_t first, uint64_t end) -> const char* {
        groups.run(first, end);
        return nullptr;
      },
      [&](std::chrono::nanoseconds spent, std::chrono::nanoseconds rest) {
        return spent >= judged &&
               ((!is_single && rest > least) || gains_by_better_code(groups.code(), rest) ||
                rules_.unit_here(where.units()) == pool::Execution::no_unit);
      });
  if (run.rest) return rest_worth_sharing(run.count, *run.rest);
  streak.ended(begin + run.time);
  return {.end = count, .first = count};
}

bool InlineRunner::try_run_inline(const Ref<Launch>& launch, const ResourceSet& where,
                                  Listener& listener) {
  uint64_t stack_bytes = pool::stack_bytes_of(*launch);
  if (launch->device_queues != nullptr) {
    const auto& blocks = static_cast<const code::EnqueuedBlocks&>(*launch->device_queues->blocks);
    stack_bytes = std::max(stack_bytes, blocks.stack_bytes());
  }
  if (launch->may_wait || launch->printf_ring != nullptr || !pool::has_stack_for(stack_bytes) ||
      rules_.unit_here(where.units()) == pool::Execution::no_unit) {
    return false;
  }
  const pool::DefaultFloatingPoint modes;
  if (launch->device_queues != nullptr) {
    run_tree(launch, where, listener);
    return true;
  }
  listener.started();
  pool::Worker& worker = pool::inline_worker_of_this_thread();
  const pool::Expectation expected = pool::expectation(*launch);
  if (auto rest = run_on(worker, expected, launch, where, listener)) share(std::move(rest));
  return true;
}

void InlineRunner::run_tree(Ref<Launch> launch, const ResourceSet& where, Listener& listener) {
  enqueue::LaunchTree::Root tree = enqueue::LaunchTree::make(
      std::move(launch), pool::CpuResourceSet::of(where), pool_, facts_, listener);
  enqueue::TreeScheduler::Guest guest(std::move(tree.scheduler),
                                      pool::inline_worker_of_this_thread());
  guest.set_unit(rules_.unit_here(guest.units()));
  share(std::move(tree.execution));
  const uint32_t unit = rules_.unit_here(guest.units());
  guest.set_unit(unit);
  if (unit != pool::Execution::no_unit) guest.run_some();
}

Ref<pool::Execution> InlineRunner::run_on(pool::Worker& worker, const pool::Expectation& expected,
                                          const Ref<Launch>& launch, const ResourceSet& where,
                                          Listener& listener) {
  const compiler::interface::KernelCode& code = pool::code_of(*launch);
  pool::WorkGroups groups(*launch, code, worker);
  const uint64_t count = groups.count();
  cl_int status = CL_COMPLETE;
  if (groups.lacking() != nullptr) {
    status = CL_OUT_OF_RESOURCES;
    listener.explain(groups.lacking());
  } else if (count == 1) {
    groups.run(0, 1);
    pool::add_time_of_one_group(*launch, where.units());
  } else if (const auto rest = run_first(*launch, groups, where, expected);
             rest.first != rest.end) {
    return pool::make_kernel_execution(launch, code, pool::CpuResourceSet::of(where), listener,
                                       rest);
  }
  listener.completed(status);
  return nullptr;
}

bool InlineRunner::try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                  Listener& listener) {
  if (rules_.unit_here(where.units()) == pool::Execution::no_unit) return false;
  const uint64_t pieces = pool::transfer_pieces(transfer);
  const bool may_share = pieces > 1 && where.units().count() > 1;
  InlineStreak& streak = streak_of_this_thread();
  if (may_share) {
    pool::Worth worth = pool::worth_of(transfer);
    if (streak.continued(Clock::now()) > long_alone) worth.sleeping = worth.spinning;
    if (worth.sleeping > 1 || pool_.has_spinning_workers(*pool::CpuResourceSet::of(where))) {
      streak.was_shared();
      share(execution_of(transfer, worth, where, listener));
      return true;
    }
  }
  listener.started();
  pool::run_transfer(transfer, 0, pieces, facts_.streamed_bytes);
  if (may_share) streak.ended(Clock::now());
  listener.completed(CL_COMPLETE);
  return true;
}

pool::Worker* InlineRunner::completing_worker(const ResourceSet& where) {
  pool::Worker* const worker = pool::Worker::of_this_thread();
  const bool can_go_on = worker != nullptr && where.units().contains(worker->unit()) &&
                         worker->has_time_left() && worker->may_be_given_successor();
  return can_go_on ? worker : nullptr;
}

bool InlineRunner::try_run_successor(const Ref<Launch>& launch, const ResourceSet& where,
                                     Listener& listener) {
  pool::Worker* const worker = completing_worker(where);
  // A kernel that waits for another command must not keep it from starting: this thread may be the
  // one to start it.
  // Children of a launch are for all workers of its set.
  if (worker == nullptr || launch->may_wait || launch->device_queues != nullptr) return false;
  const pool::Expectation expected = pool::expectation(*launch);
  if (expected.kind != pool::Expected::short_for_one_thread &&
      pool::WorkGroups::count(*launch) != 1) {
    pool_.submit_successor(
        pool::make_whole_execution(launch, expected, pool::CpuResourceSet::of(where), listener),
        *worker);
    return true;
  }
  listener.started();
  if (auto rest = run_on(*worker, expected, launch, where, listener)) {
    pool_.submit_successor(std::move(rest), *worker);
  }
  return true;
}

bool InlineRunner::try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                     Listener& listener) {
  pool::Worker* const worker = completing_worker(where);
  if (worker == nullptr) return false;
  if (pool::transfer_pieces(transfer) > 1) {
    pool_.submit_successor(execution_of(transfer, pool::worth_of(transfer), where, listener),
                           *worker);
    return true;
  }
  listener.started();
  pool::run_transfer(transfer, 0, 1, facts_.streamed_bytes);
  listener.completed(CL_COMPLETE);
  return true;
}

}  // namespace cleave::backend::cpu
