// Runs the worker threads: one for each compute unit, bound to it, serving every resource set that
// holds the unit.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/cpu/memory/arena.h"
#include "backend/cpu/pool/execution.h"
#include "backend/cpu/progress/large_stack.h"
#include "backend/cpu/progress/sub_group_scheduler.h"
#include "support/adaptive_mutex.h"
#include "support/result.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

/// One thread and the memory that its work-groups use, recycled from one to the next.
class alignas(128) Worker {
 public:
  explicit Worker(uint32_t unit) : unit_(unit) {}
  [[nodiscard]] uint32_t unit() const { return unit_; }
  [[nodiscard]] Arena& local_memory() { return local_memory_; }
  [[nodiscard]] Arena& frames() { return frames_; }
  /// The stack for kernels that need a larger one than the thread has.
  [[nodiscard]] LargeStack& large_stack() { return large_stack_; }
  /// The scheduler for kernels that may wait.
  [[nodiscard]] SubGroupScheduler& sub_groups() { return sub_groups_; }
  /// Returns the worker whose thread this is; nullptr: another thread.
  [[nodiscard]] static Worker* of_this_thread();
  /// Returns true until the worker's time slice is over: it may run successors so long.
  [[nodiscard]] bool has_time_left() const {
    return std::chrono::steady_clock::now() < time_slice_end_;
  }

 private:
  friend class WorkerPool;
  friend bool serve_for_time_slice(Worker& worker, Execution& execution);
  enum Signal : uint32_t { none, given, sleeping };

  /// Returns once after each signal(); spins first if the last gaps were short. The pair is a
  /// binary semaphore on a futex (spin, then park). signal() exchanges `given` with acq_rel, and
  /// makes the system call only if it found `sleeping`. wait() loads with acquire, and announces
  /// sleep by a compare-exchange of `none`: a signal in between makes that fail, so none is lost.
  void wait();
  void signal();
  /// Returns true if waking it takes a system call, a hundred times as long as when it still spins.
  [[nodiscard]] bool is_sleeping() const {
    return signal_.load(std::memory_order_relaxed) == sleeping;
  }

  const uint32_t unit_;
  Arena local_memory_, frames_;
  LargeStack large_stack_;
  SubGroupScheduler sub_groups_;
  std::chrono::steady_clock::time_point time_slice_end_{};
  bool recently_busy_ = true;  // the last gap between executions was short
  bool has_thread_ = false;    // guarded by the pool's mutex
  // Alone in its line: the worker looks at it all the time while others write what follows.
  alignas(64) std::atomic<uint32_t> signal_{none};
  /// True while the worker shares its processor with an inline worker: it does not spin then.
  alignas(64) std::atomic<bool> shares_processor_{false};
  // Written under the pool's mutex while the worker waits, and its own once it is signalled.
  uint32_t to_signal_ = 0;         // how many workers in its list it signals itself
  Worker* next_woken_ = nullptr;   // the list
  support::Ref<Execution> given_;  // what it is to serve; null: it looks for something itself
};

/// Runs chunks of the execution for one time slice. Returns true when the slice was over, false
/// when there was nothing left to claim.
bool serve_for_time_slice(Worker& worker, Execution& execution);

/// The workers of a machine and what is ready for them. Threads start with start(), only those of
/// the units that are going to be used, and are never joined: they and the pool live until the
/// process is gone.
///
/// Fork: a child of a process whose workers were started has none and gets none. start() fails
/// there, and whatever is submitted completes at once, both with CL_OUT_OF_RESOURCES; no lock is
/// taken. If they were not started yet, the child starts its own.
class WorkerPool {
 public:
  /// `bind`: each worker runs on its unit's processor only. `machine` outlives the pool.
  WorkerPool(const topology::Machine& machine, bool bind);

  /// Starts the threads of these units, each once. CL_OUT_OF_RESOURCES when one cannot be started
  /// or bound; the next call tries again to start those that are missing.
  [[nodiscard]] support::Status start(const topology::UnitSet& units);
  /// Queues the execution for the workers of its set, which were started. `here`: the unit that the
  /// calling thread runs on, whose worker is woken only when no other one can come; or
  /// Execution::no_unit. May be called by a worker.
  void submit(support::Ref<Execution> execution, uint32_t here = Execution::no_unit);
  /// Called by an inline worker that leaves the execution: the worker of its unit may come.
  void call_more(const Execution& execution);
  /// Returns true when some worker spins and would come at once, without a system call. Considers
  /// all pools and sets; an estimate.
  [[nodiscard]] static bool has_spinning_workers();
  /// Returns true when workers were started in this process.
  [[nodiscard]] bool is_running() const;

 private:
  struct Beginning;
  /// Workers that are to be signalled once the mutex is free: a list by next_woken_.
  struct Woken {
    Worker* first = nullptr;
    uint32_t count = 0;
  };
  enum class State : uint8_t {
    awake,   // runs something, or is about to look for it
    idle,    // found nothing
    coming,  // was idle, has been signalled and will look again
  };
  [[nodiscard]] bool is_lost_by_fork() const;
  static void* thread_function(void* beginning);
  void run_worker(Worker& worker);
  /// Moves a worker that runs on a foreign processor, since its own was taken offline: back to its
  /// own if that is online again, else to those of the set that it is going to serve.
  void return_to_own_processor(const Worker& worker, const topology::UnitSet& served) const;

  // Under the mutex.
  /// An execution with unclaimed parts that the worker may serve; null: there is none, and the
  /// worker is idle now. A short one is the worker's alone, until it submits it again. Adds to
  /// `woken` whom the rest needs.
  [[nodiscard]] support::Ref<Execution> take(Worker& worker, Woken& woken);
  /// True if the set has another one.
  static bool remove_first(CpuResourceSet& set);
  /// Forgets executions that are all claimed, and sets without others.
  void drop_exhausted();
  /// Wakes up to `wanted` idle workers of the set, less those that are coming already.
  void wake_more(const CpuResourceSet& set, uint64_t wanted, Woken& woken);
  /// Makes the first workers come for a new execution: rather those that spin, which are handed it,
  /// and the one of the unit `here` only when there is no other. True: it is short, and handed to
  /// the only one that it needs.
  [[nodiscard]] bool wake_first(Execution& execution, uint32_t here, Woken& woken);
  void hand_to_spinning(Execution& execution, uint32_t here, Woken& woken);
  void wake(Worker& worker, Woken& woken);

  /// Without the mutex. Of many workers each signals some of the others; it is a system call for
  /// each that sleeps.
  static void signal_all(Woken woken);

  const topology::Machine& machine_;
  const bool bind_;
  std::atomic<uint32_t> started_in_{0};  // the fork generation of the first start(); 0: none yet
  support::AdaptiveMutex mutex_;
  std::vector<std::unique_ptr<Worker>> workers_;  // by unit
  std::vector<State> states_;                     // likewise; side by side, to be looked through
  size_t idle_count_ = 0;
  /// Sets with a ready list, round robin: those first that were served longest ago.
  std::vector<support::Ref<CpuResourceSet>> active_;
};

}  // namespace cleave::backend::cpu
