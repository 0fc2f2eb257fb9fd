// Runs launches and transfers on the thread that calls, as far as that is faster than handing them to workers.
#pragma once

#include <optional>

#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/inline_worker.h"
#include "backend/cpu/pool/work.h"
#include "backend/cpu/pool/worker_pool.h"
#include "backend/cpu/pool/worth.h"
#include "backend/hardware.h"

namespace cleave::backend::cpu::pool {

/// For an inline worker, or a worker that goes on with a successor. The machine and the pool outlive it. Thread-safe.
class CallingThread {
 public:
  CallingThread(const topology::Machine& machine, const DeviceFacts& facts, WorkerPool& pool)
      : streamed_bytes_(facts.streamed_bytes), rules_(machine, facts.workers_bound), pool_(pool) {}

  [[nodiscard]] const InlineRules& rules() const { return rules_; }
  /// Returns the unit of `where` that the thread runs on, or Execution::no_unit.
  [[nodiscard]] uint32_t unit_here(const ResourceSet& where) const {
    return rules_.unit_here(where.units());
  }

  /// Returns true when the thread runs on a unit of `where` that no more urgent work is for.
  [[nodiscard]] bool is_free_for(const ResourceSet& where) const {
    const uint32_t unit = unit_here(where);
    if (unit == Execution::no_unit) return false;
    const bool is_worker = Worker::of_this_thread() != nullptr;
    return is_worker ? !pool_.is_wanted_above(unit, where.priority())
                     : !pool_.is_preceded(unit, where.priority());
  }

  /// The work-groups of a launch that the thread leaves to others.
  struct Outcome {
    Execution::Pieces rest = {};
    const char* lacking =
        nullptr;  // the memory that could not be had, in words; nullptr: nothing was lacking
    [[nodiscard]] bool has_rest() const { return rest.first != rest.end; }
  };
  /// Runs the launch with the worker's memory: all of its work-groups, or so many that the rest is worth calling workers.
  /// Precondition: it neither waits nor uses queues on the device.
  [[nodiscard]] Outcome run(const Launch& launch, const Expectation& expected,
                            const ResourceSet& where, Worker& worker);
  /// Returns how many threads a transfer is worth that an inline worker does not run alone; nullopt: it does.
  [[nodiscard]] std::optional<Worth> worth_sharing(const Transfer& transfer,
                                                   const ResourceSet& where);
  /// Runs all of a transfer.
  void run(const Transfer& transfer);
  /// Hands the execution to the workers and works on it too, as long as there is something to claim and this thread, an
  /// inline worker, stands on a processor of the set that no more urgent work is for.
  void share(support::Ref<Execution> execution);

 private:
  /// Runs work-groups from the first on. Returns the rest.
  [[nodiscard]] Execution::Pieces run_first(const Launch& launch, WorkGroups& groups,
                                            const ResourceSet& where, const Expectation& expected);

  const uint64_t streamed_bytes_;
  const InlineRules rules_;
  WorkerPool& pool_;
};

inline CallingThread::Outcome CallingThread::run(const Launch& launch, const Expectation& expected,
                                                 const ResourceSet& where, Worker& worker) {
  WorkGroups groups(launch, code_of(launch), worker);
  if (groups.lacking() != nullptr) return {.lacking = groups.lacking()};
  if (groups.count() != 1) return {.rest = run_first(launch, groups, where, expected)};
  groups.run(0, 1);
  add_time_of_one_group(launch, where.units());
  return {};
}

}  // namespace cleave::backend::cpu::pool
