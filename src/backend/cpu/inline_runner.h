// Runs commands of the CPU device on the thread that waits for them, or that has ended the command
// before them.
#pragma once

#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/inline_worker.h"
#include "backend/cpu/pool/work.h"
#include "backend/cpu/pool/worker_pool.h"
#include "backend/cpu/pool/worth.h"
#include "backend/hardware.h"
#include "backend/inline_execution.h"

namespace cleave::backend::cpu {

/// Implements InlineExecution. The machine, its facts and the pool outlive it. Thread-safe.
class InlineRunner final : public InlineExecution {
 public:
  InlineRunner(const topology::Machine& machine, const DeviceFacts& facts, pool::WorkerPool& pool)
      : facts_(facts), rules_(machine, facts.workers_bound), pool_(pool) {}

  [[nodiscard]] bool may_run_inline(const ResourceSet& where) override {
    return pool_.is_running() && rules_.may_run_inline(where.units());
  }
  [[nodiscard]] bool try_run_inline(const support::Ref<Launch>& launch, const ResourceSet& where,
                                    Listener& listener) override;
  [[nodiscard]] bool try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                    Listener& listener) override;
  [[nodiscard]] bool try_run_successor(const support::Ref<Launch>& launch, const ResourceSet& where,
                                       Listener& listener) override;
  [[nodiscard]] bool try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                       Listener& listener) override;
  /// Returns the unit of `where` that the calling thread runs on, or Execution::no_unit.
  [[nodiscard]] uint32_t unit_here(const ResourceSet& where) const {
    return rules_.unit_here(where.units());
  }

 private:
  /// Returns the worker whose thread calls, if it may go on with a successor; else nullptr.
  [[nodiscard]] static pool::Worker* completing_worker(const ResourceSet& where);
  [[nodiscard]] support::Ref<pool::Execution> execution_of(const Transfer& transfer,
                                                           pool::Worth worth,
                                                           const ResourceSet& where,
                                                           Listener& listener) {
    return pool::make_transfer_execution(transfer, worth, pool::CpuResourceSet::of(where), listener,
                                         facts_.streamed_bytes);
  }
  /// Runs work-groups of the launch from the first on, on an inline worker: all of them, or so many
  /// that the rest is worth calling workers. Returns the rest.
  [[nodiscard]] pool::Execution::Pieces run_first(const Launch& launch, pool::WorkGroups& groups,
                                                  const ResourceSet& where,
                                                  const pool::Expectation& expected);
  /// Runs the launch on this thread with the worker's memory. Returns the rest that it leaves to
  /// others; null: the launch is complete. Precondition: the listener has heard of the start.
  [[nodiscard]] support::Ref<pool::Execution> run_on(pool::Worker& worker,
                                                     const pool::Expectation& expected,
                                                     const support::Ref<Launch>& launch,
                                                     const ResourceSet& where, Listener& listener);
  /// Hands the execution to the workers and works on it too, as long as there is something to
  /// claim and this thread stands on a processor of the set.
  void share(support::Ref<pool::Execution> execution);
  /// Runs a launch that uses queues on the device, and of what its kernels enqueue as much as this
  /// thread finds within a time slice: workers are bound to processors, and go on with large trees.
  void run_tree(support::Ref<Launch> launch, const ResourceSet& where, Listener& listener);

  const DeviceFacts& facts_;
  const pool::InlineRules rules_;
  pool::WorkerPool& pool_;
};

}  // namespace cleave::backend::cpu
