// Worker threads: one for each compute unit, bound to it, serving every resource set it is part of.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/cpu/arena.h"
#include "backend/cpu/execution.h"
#include "support/result.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

/// One thread and the memory that its work-groups use, recycled from one to the next.
class Worker {
 public:
  explicit Worker(uint32_t unit) : unit_(unit) {}
  [[nodiscard]] uint32_t unit() const { return unit_; }
  [[nodiscard]] Arena& local_memory() { return local_memory_; }
  [[nodiscard]] Arena& frames() { return frames_; }
  [[nodiscard]] Arena& arguments() { return arguments_; }

 private:
  friend class WorkerPool;
  /// Sleeps until signalled; spins first if the last gaps were short.
  void wait();
  void signal();

  uint32_t unit_;
  Arena local_memory_, frames_, arguments_;
  std::atomic<uint32_t> signalled_{0};
  bool idle_ = false;          // guarded by the pool's mutex
  bool recently_busy_ = true;  // the last gap between executions was short
};

/// The workers of a machine and what is ready for them. Threads start with start() and are never
/// joined: they and the pool live until the process is gone. In a forked child there are no
/// workers: whatever is submitted there completes at once with CL_OUT_OF_RESOURCES.
class WorkerPool {
 public:
  /// `bind`: each worker runs on its unit's processor only.
  WorkerPool(const topology::Machine& machine, bool bind);

  /// Starts the threads, once. CL_OUT_OF_RESOURCES when one cannot be started or bound.
  [[nodiscard]] support::Status start();
  /// Takes the execution on; wakes no more workers than it has parts. May be called by a worker.
  void submit(support::Ref<Execution> execution);

 private:
  [[nodiscard]] support::Status start_worker(Worker& worker);
  void run_worker(Worker& worker);
  /// An execution with unclaimed parts that the worker may serve, the oldest set first; null: none,
  /// and the worker is marked as idle.
  [[nodiscard]] support::Ref<Execution> take(Worker& worker);
  void register_fork_handlers();

  const topology::Machine& machine_;
  const bool bind_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> workers_;      // by unit
  std::vector<support::Ref<CpuResourceSet>> active_;  // sets with a non-empty ready list
  size_t turn_ = 0;                                   // which active set is looked at first
  bool started_ = false;
  std::atomic<bool> forked_{false};
};

}  // namespace cleave::backend::cpu
