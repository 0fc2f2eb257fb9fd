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
#include "os/adaptive_mutex.h"
#include "support/result.h"
#include "topology/topology.h"

namespace cleave::backend::cpu::pool {

/// A bit for each unit of a machine, 64 to a word, which threads set and clear.
class UnitBits {
 public:
  explicit UnitBits(size_t units) : words_((units + 63) / 64) {}
  [[nodiscard]] size_t size() const { return words_.size(); }
  [[nodiscard]] std::atomic<uint64_t>& operator[](size_t word) { return words_[word].bits; }
  [[nodiscard]] bool contains(uint32_t unit) const {
    return (words_[unit / 64].bits.load(std::memory_order_seq_cst) & uint64_t{1} << unit % 64) != 0;
  }

 private:
  struct alignas(64) Word {
    std::atomic<uint64_t> bits{0};
  };
  std::vector<Word> words_;
};

/// One thread and the memory that its work-groups use, recycled from one to the next.
class alignas(128) Worker {
 public:
  /// A worker of no pool.
  explicit Worker(uint32_t unit) : unit_(unit) {}
  Worker(uint32_t unit, WorkerPool& pool) : unit_(unit), pool_(&pool) {}
  [[nodiscard]] uint32_t unit() const { return unit_; }
  /// Returns true for a thread of the application, which runs work while it waits.
  [[nodiscard]] bool is_inline() const { return unit_ == Execution::no_unit; }
  [[nodiscard]] memory::Arena& local_memory() { return local_memory_; }
  [[nodiscard]] memory::Arena& frames() { return frames_; }
  /// The stack for kernels that need a larger one than the thread has.
  [[nodiscard]] progress::LargeStack& large_stack() { return large_stack_; }
  /// The scheduler for kernels that may wait.
  [[nodiscard]] progress::SubGroupScheduler& sub_groups() { return sub_groups_; }
  /// Returns the worker whose thread this is; nullptr: another thread.
  [[nodiscard]] static Worker* of_this_thread();
  /// Returns true until the worker's time slice is over, or more urgent work waits for it: it may
  /// run successors so long.
  [[nodiscard]] bool has_time_left() const {
    return !is_wanted_above(served_) && std::chrono::steady_clock::now() < time_slice_end_;
  }
  /// True if there may be executions that wait for the worker.
  [[nodiscard]] bool is_wanted() const;
  /// True if there may be executions of a higher priority that wait for it.
  [[nodiscard]] bool is_wanted_above(Priority priority) const;
  /// True between announce_idle() and the next call, for its own thread.
  [[nodiscard]] bool is_idle() const { return is_idle_; }
  /// True if WorkerPool::submit_successor() may be called.
  [[nodiscard]] bool may_be_given_successor() const { return !is_idle_ && !next_; }
  /// Says that the worker will look for something to do at once. Called by its own thread; nothing
  /// happens without a pool, while it watches an execution, and where it has a successor.
  void announce_idle();
  /// Calls an idle worker for the executions that are still listed. This worker, whose thread
  /// calls, may have been called for it, and is going to be kept by pieces that wait.
  void call_another();
  /// Withdraws announce_idle(), unless the worker has been called meanwhile. Returns true if it is
  /// not idle now.
  bool take_back();

 private:
  friend class WorkerPool;
  friend class Execution;
  friend bool serve_for_time_slice(Worker& worker, Execution& execution, const WorkerPool* pool);
  enum Signal : uint32_t { none, given, sleeping };

  /// Returns once after each signal(); spins first if the last gaps were short. The pair is a
  /// binary semaphore on a futex (spin, then park). signal() exchanges `given` with acq_rel, and
  /// makes the system call only if it found `sleeping`. wait() loads with acquire, and announces
  /// sleep by a compare-exchange of `none`: a signal in between makes that fail, so none is lost.
  /// Returns true if it slept.
  bool wait();
  void signal();

  const uint32_t unit_;
  WorkerPool* const pool_ = nullptr;
  memory::Arena local_memory_, frames_;
  progress::LargeStack large_stack_;
  progress::SubGroupScheduler sub_groups_;
  std::chrono::steady_clock::time_point time_slice_end_{};
  Priority served_ = Priority::high;                    // of what it runs in the time slice
  std::chrono::steady_clock::time_point busy_since_{};  // without a long gap
  const Execution* watched_ = nullptr;                  // whose end it reports
  support::Ref<Execution> next_;                        // served before it looks for anything else
  bool recently_busy_ = true;                           // the last gap between executions was short
  bool shares_processor_ = false;  // with the thread that called it: it does not spin
  bool has_thread_ = false;        // guarded by the pool's mutex
  bool is_displaced_ = false;      // may run on other processors than its own; the thread's
  bool is_idle_ = false;           // as its own thread knows: it may have been called
  // 1 and the priority of what it runs; 0: nothing. Relaxed: inline workers find out a little later.
  std::atomic<uint8_t> serving_{0};
  // Alone in its line: the worker looks at it all the time while others write what follows.
  alignas(64) std::atomic<uint32_t> signal_{none};
  // Written by the thread that called it, and its own once it is signalled.
  alignas(64) support::Ref<Execution> given_;  // to be served; null: it looks at the ready lists
  uint64_t to_signal_ = 0;                     // others of its word of units, which it signals
  bool is_called_here_ = false;                // by a thread on its own processor
};

/// Runs chunks of the execution for one time slice, which more urgent work for the same unit ends
/// early. Returns true when the slice was over, false when there was nothing left to claim. `pool`:
/// whose work an inline worker gives way to; null: that of the worker, if it has one.
bool serve_for_time_slice(Worker& worker, Execution& execution, const WorkerPool* pool = nullptr);

/// The workers of a machine and the executions that are ready for them. Threads start with start(),
/// only those of the units that are going to be used, and are never joined: they and the pool live
/// until the process is gone.
///
/// A new execution is given to idle workers: each is claimed by clearing its bit in `idle_`, and
/// signalled by a tree of workers that the first ones pass on. If not enough are idle it joins its
/// set's ready list, which every worker looks at before it waits. The pair is Dekker's: a worker
/// sets its bit in `idle_` and then reads `wanted_`, submit() writes `wanted_` and then reads
/// `idle_`, all seq_cst, so that one sees the other. No worker takes the mutex while nothing is
/// listed for its unit. A worker that was called for one execution may take another one. It looks
/// again soon, but not where it runs pieces that wait: then it calls one more first, and so
/// whatever is listed is looked for while anybody is idle.
///
/// Priority: a worker that looks for work takes that of the most urgent set, and one that serves a
/// less urgent set gives it up between two chunks. So urgent work waits for the chunk that runs: for
/// one work-group, or so many as take less than 100 µs. A set that has waited for `longest_wait` is
/// served next all the same. Idle workers are given whatever is submitted; they look again after a
/// chunk.
///
/// Fork: a child of a process whose workers were started has none and gets none. start() fails
/// there, and whatever is submitted completes at once, both with CL_OUT_OF_RESOURCES; no lock is
/// taken. If they were not started yet, the child starts its own.
class WorkerPool {
 public:
  /// `bind`: each worker runs on its unit's processor only. `machine` outlives the pool.
  WorkerPool(const topology::Machine& machine, bool bind);

  /// Starts the threads of these units, each once. CL_OUT_OF_RESOURCES when one cannot be started;
  /// the next call tries again to start those that are missing.
  [[nodiscard]] support::Status start(const topology::UnitSet& units);
  /// Gives the execution to workers of its set, which were started. `here`: the unit that the
  /// calling thread runs on, whose worker is called only when no other one can come; or
  /// Execution::no_unit. May be called by a worker, and again for the rest of an execution.
  void submit(support::Ref<Execution> execution, uint32_t here = Execution::no_unit);
  /// Gives the execution to that worker, whose thread calls and is going to look for something to
  /// do at once, and to others. Precondition:
  /// may_be_given_successor().
  void submit_successor(support::Ref<Execution> execution, Worker& worker);
  /// Takes executions that are all claimed from the ready lists.
  void forget_exhausted();
  /// True if the ready list of some set with that unit, of a higher priority, may have something.
  /// No set has Execution::no_unit.
  [[nodiscard]] bool is_wanted_above(uint32_t unit, Priority priority) const;
  /// For inline workers on the unit's processor: the same, or its worker runs such an execution.
  [[nodiscard]] bool is_preceded(uint32_t unit, Priority priority) const;
  /// Returns true when some worker of the set spins and would come at once, without a system call.
  [[nodiscard]] bool has_spinning_workers(const CpuResourceSet& set);
  /// Returns true when workers were started in this process.
  [[nodiscard]] bool is_running() const;

 private:
  friend class Worker;
  struct Beginning;
  enum class Idle : uint8_t { spinning, sleeping };
  [[nodiscard]] bool is_lost_by_fork() const;
  static void* thread_function(void* beginning);
  void run_worker(Worker& worker);
  /// Serves the execution until nothing is left or another set waits for the worker.
  void serve(Worker& worker, support::Ref<Execution> execution);
  /// Waits until the worker is called. Returns the execution that it is given; null: none.
  [[nodiscard]] support::Ref<Execution> wait(Worker& worker);
  /// Moves a worker that may run on a foreign processor, since its own was taken offline or out of
  /// the cpuset: back to its own if that is there again, else to those of the set that it is going
  /// to serve.
  void return_to_own_processor(Worker& worker, const topology::UnitSet& served) const;
  /// Binds the calling thread, the worker's, to its processor, or else to those of the set.
  void bind_or_stay_in(Worker& worker, const topology::UnitSet& served) const;

  /// True if the ready list of some set with that unit may have something.
  [[nodiscard]] bool is_wanted(uint32_t unit) const { return wanted_.contains(unit); }
  /// Returns an execution with unclaimed pieces that the worker may serve; null: there is none, and
  /// the worker is idle. A short one is the worker's alone, until it submits it again.
  [[nodiscard]] support::Ref<Execution> take(Worker& worker);
  /// Adds the execution to the ready list of its set, if it has unclaimed pieces and is in none.
  void list(support::Ref<Execution> execution);

  // Under the mutex.
  using Sets = std::vector<support::Ref<CpuResourceSet>>;
  /// The set that a worker of the unit serves next, of active_; its end: there is none.
  [[nodiscard]] Sets::iterator next_set(uint32_t unit);
  /// True if the set has another one.
  static bool remove_first(CpuResourceSet& set);
  void drop_exhausted();
  void update_wanted();

  /// Calls one idle worker of a set with a ready list, to look at that.
  void call_for_listed();
  /// Claims up to `most` idle workers of the set, but not that of the unit `without`, and signals
  /// them. They serve `given`; null: they look at the ready lists. Returns how many.
  uint32_t call(const CpuResourceSet& set, Execution* given, uint32_t without, uint32_t most,
                Idle which);
  /// Calls as many as the execution is worth besides those `taking_part`. `is_long_alone`: launches
  /// that follow each other have kept one thread busy. Returns how many.
  uint32_t call_worth(Execution& execution, uint32_t without, uint32_t taking_part,
                      bool is_long_alone);
  /// Lists the execution, whose pieces may wait for each other, and calls an idle worker for each
  /// of them, that of the unit `here` last.
  void submit_to_all(support::Ref<Execution> execution, uint32_t here);
  /// Lists the execution for that worker, whose thread calls, and for others. Those that sleep are
  /// called beside those that spin where these would need long: of 42 ms of work on 16 processors
  /// one worker and the only one that spun did all, in 21 ms in place of 3.
  void submit_from(const Worker& worker, support::Ref<Execution> execution);
  /// Calls workers for the execution, and lists it where others are busy now and worth waiting for.
  void call_and_list(support::Ref<Execution> execution, uint32_t without, bool takes_part,
                     bool is_long_alone);
  /// Returns how many workers are not idle, those that were called included.
  [[nodiscard]] uint32_t busy_workers(const CpuResourceSet& set, uint32_t without);
  /// Calls the worker of the unit that the calling thread runs on. Returns true if it was idle.
  bool call_here(const CpuResourceSet& set, Execution* given, uint32_t here);
  /// Signals claimed workers of one word; some of them signal others.
  void signal_all(Execution* given, size_t word, uint64_t workers, Idle which);

  const topology::Machine& machine_;
  const bool bind_;
  std::atomic<uint32_t> started_in_{0};  // the fork generation of the first start(); 0: none yet
  os::AdaptiveMutex mutex_;
  std::vector<std::unique_ptr<Worker>> workers_;  // by unit
  UnitBits idle_;                                 // waits, or is about to, and nobody has called it
  UnitBits asleep_;                               // waking it takes a system call; an estimate
  UnitBits wanted_;  // in a set with a ready list; written under the mutex
  UnitBits wanted_above_low_, wanted_above_medium_;  // those of sets with such priorities
  /// Sets with a ready list, round robin: those first that were taken longest ago.
  Sets active_;
};

}  // namespace cleave::backend::cpu::pool
