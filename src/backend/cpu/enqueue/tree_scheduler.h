// Runs the ready commands of a tree of launches on the workers of one resource set.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include "backend/cpu/enqueue/tree_command.h"
#include "backend/cpu/enqueue/work_stealing_deque.h"
#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/worker_pool.h"
#include "os/adaptive_mutex.h"
#include "support/reference.h"

namespace cleave::backend::cpu::enqueue {

/// Each worker has a deque of ready commands: it adds and takes the newest, so that a tree takes
/// memory in proportion to its depth, and others steal the oldest, which are most work. A deque is
/// drained by its worker in the middle of a launch of the tree, by a worker that the pool has given
/// a *help*, an execution that takes commands until there are none, or by a *guest*, a thread of
/// the application that waits. A worker whose deque is not empty has asked for a help, or is
/// draining it. Thread-safe; lives as long as a help, a guest or the tree.
class TreeScheduler final : public support::ReferenceCounted<TreeScheduler> {
  // A worker's own; others steal.
  struct alignas(128) WorkerDeque {
    WorkStealingDeque<TreeCommand> ready;
    // The worker's own, though others read whether it serves: it asks for a help after it has said
    // that it does not.
    std::atomic<bool> is_serving{false};
    TreeWorker worker;
  };

 public:
  TreeScheduler(LaunchTree& tree, support::Ref<pool::CpuResourceSet> where, pool::WorkerPool& pool);

  [[nodiscard]] pool::CpuResourceSet& where() const { return *where_; }
  [[nodiscard]] pool::WorkerPool& pool() const { return pool_; }

  /// Takes ready commands, which the scheduler will run. Each is counted as active.
  class Adder {
   public:
    explicit Adder(TreeScheduler& scheduler);
    /// Wakes workers for the added commands.
    ~Adder();
    Adder(const Adder&) = delete;
    Adder& operator=(const Adder&) = delete;
    void add(TreeCommand& command);

   private:
    TreeScheduler& scheduler_;
    pool::Worker* const worker_;  // the calling thread; nullptr: not one of the set
    WorkerDeque* const own_;
    uint32_t count_ = 0;
  };

  /// The calling thread is a worker of the set whose work-group waits: others are to run the
  /// commands that it has.
  void hand_out();

  /// The calling thread is this worker of the set, and takes commands itself while this lives: one
  /// at a time, since the commands that it runs serve no deque.
  class Serving {
   public:
    /// `is_help`: it was called to do nothing else.
    Serving(TreeScheduler& scheduler, pool::Worker& worker, bool is_help = false);
    /// Asks for a help if it leaves commands.
    ~Serving();
    Serving(const Serving&) = delete;
    Serving& operator=(const Serving&) = delete;
    /// Runs the worker's own commands, newest first, while its time slice lasts or there are many.
    void run_own();
    /// Runs all commands that it finds, while its time slice lasts. The tree may be gone then.
    void run_all();
    [[nodiscard]] TreeWorker& worker() const { return own_.worker; }

   private:
    /// Does the accounting that was put off, before the worker leaves or looks for others'
    /// commands.
    void settle();
    /// Shares commands and looks at the clock, now and then. Returns false if the time slice is
    /// over.
    [[nodiscard]] bool look();

    TreeScheduler& scheduler_;
    WorkerDeque& own_;
    pool::Worker& worker_;
    const bool is_help_;
    const bool was_serving_;
  };

  /// A thread of the application that waits for the tree lends a hand while this lives: it takes
  /// commands as a worker does, instead of the worker of a unit. There is one at a time.
  class Guest {
   public:
    Guest(support::Ref<TreeScheduler> scheduler, pool::Worker& worker);
    /// Leaves to workers the commands that it has not run.
    ~Guest();
    Guest(const Guest&) = delete;
    Guest& operator=(const Guest&) = delete;
    /// `unit`: on whose processor the calling thread is.
    void set_unit(uint32_t unit) { scheduler_->guest_unit_.store(unit, std::memory_order_relaxed); }
    [[nodiscard]] const topology::UnitSet& units() const { return scheduler_->where().units(); }
    /// Runs commands until it finds none, or its time slice is over. The tree may be gone then.
    void run_some() { serving_.run_all(); }

   private:
    const support::Ref<TreeScheduler> scheduler_;
    Serving serving_;
  };
  /// Returns the unit that the calling thread runs on if it is a guest; Execution::no_unit: it is
  /// none.
  [[nodiscard]] uint32_t unit_of_guest_here() const;

 private:
  class Help;
  class Hauls;
  [[nodiscard]] WorkerDeque& deque_of(const pool::Worker& worker);
  /// Returns the worker of the set whose thread this is, or the guest; nullptr: another thread.
  [[nodiscard]] pool::Worker* worker_here() const;
  void add_to_all(TreeCommand& command);
  /// Returns true if there are commands in the deque of a worker that is not serving, or of none:
  /// a help that was asked for has to run them.
  [[nodiscard]] bool has_unserved() const;
  [[nodiscard]] TreeCommand* take_from_all();
  /// Returns a command of another worker, more of whose commands may have come to `own`; nullptr:
  /// there is none.
  [[nodiscard]] TreeCommand* steal(WorkerDeque& own);
  void steal_more(WorkStealingDeque<TreeCommand>& victim, WorkerDeque& own);
  /// Calls others for the commands that this worker has beside the next one, unless that was in
  /// vain lately.
  void share(const WorkerDeque& own);
  void ask_for_help(pool::Worker* successor, uint32_t workers);

  LaunchTree& tree_;
  const support::Ref<pool::CpuResourceSet> where_;
  pool::WorkerPool& pool_;
  const size_t deque_count_;
  const std::unique_ptr<WorkerDeque[]> deques_;  // by position of the unit in the set; the guest's
  std::atomic<uint32_t> helping_workers_{0};     // that were called and have not ended
  std::atomic<uint32_t> others_{0};  // that serve: in the middle of a launch, or the guest
  std::atomic<const pool::Worker*> guest_{nullptr};
  std::atomic<uint32_t> guest_unit_{pool::Execution::no_unit};
  // No worker is called until then, since the commands there were not worth taking; 0: they were.
  std::atomic<std::chrono::nanoseconds> rest_until_{};
  os::AdaptiveMutex mutex_;
  CommandList of_all_;  // which no worker of the set added; under the mutex
  std::atomic<uint32_t> of_all_count_{0};
};

}  // namespace cleave::backend::cpu::enqueue
