// Keeps the commands of a tree of launches: a launch of the host whose kernel uses queues on the
// device, and all that its kernels enqueue.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/enqueue/child_launch.h"
#include "backend/cpu/enqueue/tree_command.h"
#include "backend/cpu/enqueue/tree_counts.h"
#include "backend/cpu/enqueue/tree_events.h"
#include "backend/cpu/enqueue/tree_objects.h"
#include "backend/cpu/enqueue/tree_runner.h"
#include "backend/cpu/enqueue/tree_scheduler.h"
#include "backend/device_queue.h"
#include "backend/hardware.h"
#include "os/adaptive_mutex.h"

namespace cleave::backend::cpu::enqueue {

/// When a child may begin (kernel_enqueue_flags_t).
enum class ChildBegin : uint8_t { any_time, after_kernel, after_work_group };

/// A tree of launches: takes in the commands that kernels enqueue, makes them ready, and tells the
/// listener of the end. TreeEvents keeps its events, TreeCounts counts active commands, TreeRunner
/// runs commands. Owns itself from make() until the listener has heard the end: the thread that
/// finds nothing active owns the tree, since no other one knows of it. If commands still wait then,
/// nothing can end their wait, and they fail. Thread-safe.
class LaunchTree {
 public:
  /// The launch of the host in a new tree: its execution, and the scheduler of its workers.
  struct Root {
    support::Ref<pool::Execution> execution;
    support::Ref<TreeScheduler> scheduler;
  };
  /// Makes a tree of the launch, which is to run on the workers of `where`; its children run there
  /// or on some of them. The limits are those of the device.
  [[nodiscard]] static Root make(support::Ref<Launch> launch,
                                 support::Ref<pool::CpuResourceSet> where, pool::WorkerPool& pool,
                                 const DeviceFacts& facts, Listener& listener);

  // For kernels that run, which the group is of. Numbers of events are as kernels know them.

  /// Enqueues a block. Returns CL_SUCCESS or why it is refused (refusals.h). `event`: gets the
  /// number of its event; nullptr: it has none.
  [[nodiscard]] cl_int enqueue(GroupChildren& group, uint64_t queue, ChildBegin begin,
                               uint32_t block, const compiler::interface::BlockRange& range,
                               const compiler::interface::BlockLiteral& literal,
                               std::span<const uint64_t> local_sizes,
                               std::span<const uint64_t> wait_list, uint64_t* event);
  [[nodiscard]] cl_int enqueue_marker(GroupChildren& group, uint64_t queue,
                                      std::span<const uint64_t> wait_list, uint64_t* event);
  void set_user_event_status(uint64_t event, cl_int status);
  /// The work-group waits: hands the commands that it has enqueued, and that may begin, to other
  /// workers, since its own is kept.
  void hand_out(GroupChildren& group);

  [[nodiscard]] const Launch& root_launch() const { return *root_->launch; }
  [[nodiscard]] const code::EnqueuedBlocks& blocks() const {
    return static_cast<const code::EnqueuedBlocks&>(*root_launch().device_queues->blocks);
  }
  [[nodiscard]] const LaunchLimits& limits() const { return limits_; }
  [[nodiscard]] const TreeObjects& objects() const { return objects_; }

  [[nodiscard]] TreeEvents& events() { return events_; }

  // For commands and schedulers.

  [[nodiscard]] TreeRunner& runner() { return runner_; }
  void started(TreeCommand& command);
  /// The command's work-groups have run, or never will. The tree may be gone afterwards.
  void ended(TreeCommand& command, cl_int status);
  /// As ended(), of a command that this worker has run.
  void ended_here(TreeCommand& command, cl_int status, TreeWorker& here);
  /// A work-group has ended that enqueued these children.
  void release(GroupChildren& group);
  /// Counts the commands that have ended on that worker. The tree may be gone afterwards.
  void settle(TreeWorker& here);
  void explain(const char* reason) { reason_.store(reason, std::memory_order_relaxed); }

 private:
  LaunchTree(support::Ref<Launch> launch, support::Ref<pool::CpuResourceSet> where,
             pool::WorkerPool& pool, const DeviceFacts& facts, Listener& listener);
  ~LaunchTree() = default;

  /// Returns the scheduler that runs commands of that queue; nullptr: they cannot run.
  [[nodiscard]] TreeScheduler* scheduler_of(GroupChildren& group, uint64_t queue);
  [[nodiscard]] TreeScheduler& add_scheduler(support::Ref<pool::CpuResourceSet> where);
  /// Makes a command without a launch for the queue that the group has just used; nullptr: it is
  /// refused. Throws std::bad_alloc.
  [[nodiscard]] std::unique_ptr<TreeCommand> make_command(GroupChildren& group,
                                                          TreeScheduler& scheduler,
                                                          uint64_t more_bytes, cl_int& refusal);
  /// Takes the command in, with its event and its wait list.
  [[nodiscard]] cl_int take_in(std::unique_ptr<TreeCommand> command, GroupChildren& group,
                               ChildBegin begin, std::span<const uint64_t> wait_list,
                               uint64_t* event);
  /// Counts the children, and makes those ready that were gathered.
  void release_gathered(GroupChildren& group);
  void make_ready(CommandList& commands);
  void nothing_is_active();
  void give_up_waiting();
  void report();

  pool::WorkerPool& pool_;
  Listener& listener_;
  const LaunchLimits limits_;
  const TreeObjects objects_;
  std::unique_ptr<TreeCommand> root_;
  std::atomic<const char*> reason_{nullptr};
  TreeEvents events_;
  TreeCounts counts_;
  TreeRunner runner_;
  os::AdaptiveMutex schedulers_mutex_;
  std::vector<support::Ref<TreeScheduler>>
      schedulers_;  // the first is that of the launch; under its mutex
};

}  // namespace cleave::backend::cpu::enqueue
