// Runs commands of the CPU device on the thread that waits for them, or that has ended the command
// before them.
#pragma once

#include "backend/cpu/graph/running_graph.h"
#include "backend/cpu/pool/calling_thread.h"
#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/work.h"
#include "backend/cpu/pool/worker_pool.h"
#include "backend/cpu/pool/worth.h"
#include "backend/hardware.h"
#include "backend/inline_execution.h"

namespace cleave::backend::cpu {

/// Implements InlineExecution. What it runs with outlives it. Thread-safe.
class InlineRunner final : public InlineExecution {
 public:
  explicit InlineRunner(const graph::Runners& runners)
      : runners_(runners), facts_(runners.facts), thread_(runners.thread), pool_(runners.pool) {}

  [[nodiscard]] bool may_run_inline(const ResourceSet& where) override {
    return pool_.is_running() && thread_.rules().may_run_inline(where.units());
  }
  [[nodiscard]] bool try_run_inline(const support::Ref<Launch>& launch, const ResourceSet& where,
                                    Listener& listener) override;
  [[nodiscard]] bool try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                    Listener& listener) override;
  [[nodiscard]] bool try_run_successor(const support::Ref<Launch>& launch, const ResourceSet& where,
                                       Listener& listener) override;
  [[nodiscard]] bool try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                       Listener& listener) override;
  [[nodiscard]] bool try_run_inline(GraphRun& run, Listener& listener) override;
  [[nodiscard]] bool try_run_successor(GraphRun& run, Listener& listener) override;

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
  /// Runs the launch on this thread with the worker's memory. Returns the rest that it leaves to
  /// others; null: the launch is complete. Precondition: the listener has heard of the start.
  [[nodiscard]] support::Ref<pool::Execution> run_on(pool::Worker& worker,
                                                     const pool::Expectation& expected,
                                                     const support::Ref<Launch>& launch,
                                                     const ResourceSet& where, Listener& listener);
  /// Runs a launch that uses queues on the device, and of what its kernels enqueue as much as this
  /// thread finds within a time slice: workers are bound to processors, and go on with large trees.
  void run_tree(support::Ref<Launch> launch, const ResourceSet& where, Listener& listener);

  const graph::Runners& runners_;
  const DeviceFacts& facts_;
  pool::CallingThread& thread_;
  pool::WorkerPool& pool_;
};

}  // namespace cleave::backend::cpu
