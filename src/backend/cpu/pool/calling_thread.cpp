#include "backend/cpu/pool/calling_thread.h"

#include <chrono>
#include <utility>

#include "backend/cpu/pool/transfer.h"

namespace cleave::backend::cpu::pool {
namespace {

using support::Ref;
using Clock = std::chrono::steady_clock;

/// An inline worker estimates after this time how long the rest of a launch of unknown length
/// takes, and leaves some of it to workers if that is worth it.
constexpr auto judged_after = std::chrono::microseconds(3);
/// An inline worker that has worked for so long on a streak of launches, each of them too short for
/// sleeping workers, wakes some: they spin from then on.
constexpr auto long_for_caller = std::chrono::microseconds(200);

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
bool gains_by_better_code(const compiler::interface::KernelCode& code,
                          std::chrono::nanoseconds left) {
  return code.tier == compiler::interface::Tier::quick && left > std::chrono::milliseconds(100);
}

}  // namespace

void CallingThread::share(Ref<Execution> execution) {
  const topology::UnitSet& units = execution->where().units();
  execution->set_inline_unit(rules_.unit_here(units));
  Worker& worker = inline_worker_of_this_thread();
  execution->watch(worker);
  pool_.submit(execution, execution->inline_unit());
  bool is_free = is_free_for(execution->where());
  while (is_free && serve_for_time_slice(worker, *execution, &pool_)) {
    execution->where().note_service(Clock::now());
    is_free = is_free_for(execution->where());
    if (is_free) execution->set_inline_unit(rules_.unit_here(units));
  }
  if (!is_free && execution->open_shares() != 0) {
    execution->set_inline_unit(Execution::no_unit);  // workers count on this thread no more
    pool_.submit(execution);
  }
  execution->report_watched_end(worker, Clock::now() + watch_time);
}

Execution::Pieces CallingThread::run_first(const Launch& launch, WorkGroups& groups,
                                           const ResourceSet& where, const Expectation& expected) {
  const uint64_t count = groups.count();
  InlineStreak& streak = streak_of_this_thread();
  const auto begin = Clock::now();
  const bool is_long_alone = streak.continued(begin) > long_for_caller;
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
                !is_free_for(where));
      });
  if (run.rest) return rest_worth_sharing(run.count, *run.rest);
  streak.ended(begin + run.time);
  return {.end = count, .first = count};
}

std::optional<Worth> CallingThread::worth_sharing(const Transfer& transfer,
                                                  const ResourceSet& where) {
  if (transfer_pieces(transfer) <= 1 || where.units().count() == 1) return std::nullopt;
  InlineStreak& streak = streak_of_this_thread();
  Worth worth = worth_of(transfer);
  if (streak.continued(Clock::now()) > long_for_caller) worth.sleeping = worth.spinning;
  if (worth.sleeping <= 1 && !pool_.has_spinning_workers(*CpuResourceSet::of(where))) {
    return std::nullopt;
  }
  streak.was_shared();
  return worth;
}

void CallingThread::run(const Transfer& transfer) {
  const uint64_t pieces = transfer_pieces(transfer);
  run_transfer(transfer, 0, pieces, streamed_bytes_);
  if (pieces > 1) streak_of_this_thread().ended(Clock::now());
}

}  // namespace cleave::backend::cpu::pool
