// Runs the commands of a tree of launches: on the worker that has them, or in the pool.
#pragma once

#include <atomic>
#include <cstdint>

#include "backend/cpu/enqueue/tree_command.h"
#include "backend/cpu/enqueue/tree_scheduler.h"

namespace cleave::backend::cpu::enqueue {

/// Decides which commands are worth several threads, and tells the tree when each starts and ends.
/// Thread-safe.
class TreeRunner {
 public:
  TreeRunner(LaunchTree& tree, pool::WorkerPool& pool) : tree_(tree), pool_(pool) {}

  /// Runs a ready command on the worker, or hands it to the pool where it is worth several threads.
  void run(TreeCommand& command, TreeWorker& here, pool::Worker& worker);
  /// Runs work-groups of a command that the pool has. See EnqueuingLaunch.
  [[nodiscard]] const char* run_groups(TreeCommand& command,
                                       const compiler::interface::KernelCode& code, uint64_t begin,
                                       uint64_t end, pool::Worker& worker);
  /// The pool has run the command, or will not: comes before LaunchTree::ended().
  void leave_pool(TreeCommand& command);

 private:
  [[nodiscard]] bool may_go_to_pool(const TreeScheduler& scheduler) const;
  void submit(TreeCommand& command, const pool::Execution::Pieces& groups);
  void run_here(TreeCommand& command, TreeWorker& here, pool::Worker& worker);
  /// Runs work-groups; the commands that one enqueues become ready when it has ended. Returns as
  /// run_groups() does.
  [[nodiscard]] const char* run_some(TreeCommand& command, const Launch& launch,
                                     const compiler::interface::KernelCode& code, uint64_t begin,
                                     uint64_t end, TreeWorker& here, pool::Worker& worker);

  LaunchTree& tree_;
  pool::WorkerPool& pool_;
  alignas(64) std::atomic<uint32_t> in_pool_{0};  // children that cannot wait: few
};

}  // namespace cleave::backend::cpu::enqueue
