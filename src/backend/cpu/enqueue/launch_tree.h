// Keeps the commands of a tree of launches: a launch of the host whose kernel uses queues on the
// device, and all that its kernels enqueue.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/cpu/enqueue/child_launch.h"
#include "backend/cpu/enqueue/device_events.h"
#include "backend/cpu/enqueue/tree_command.h"
#include "backend/cpu/enqueue/tree_part.h"
#include "backend/device.h"
#include "backend/device_queue.h"
#include "support/adaptive_mutex.h"

namespace cleave::backend::cpu {

/// When a child may begin (kernel_enqueue_flags_t).
enum class ChildBegin : uint8_t { any_time, after_kernel, after_work_group };

/// Owns itself from make() until the listener has heard the end. Thread-safe.
///
/// `active_` counts the commands that are ready or run: the thread that decrements it to 0 owns the
/// tree, since no other one knows of it. If commands still wait then, nothing can end their wait,
/// and they fail.
class LaunchTree {
 public:
  /// The beginning of a tree: the execution of its launch, and the part where that runs.
  struct Beginning {
    support::Ref<Execution> execution;
    support::Ref<TreePart> part;
  };
  /// Makes a tree of the launch, which is to run on the workers of `where`, and what it enqueues
  /// there or on parts of them. The limits are those of the device.
  [[nodiscard]] static Beginning make(support::Ref<Launch> launch,
                                      support::Ref<CpuResourceSet> where, WorkerPool& pool,
                                      const DeviceFacts& facts, Listener& listener);

  // For kernels that run, which the group is of. Numbers of events are as kernels know them.

  /// Enqueues a block. Returns CL_SUCCESS or why it is refused (refusals.h). `event`: gets the
  /// number of its event; nullptr: it has none.
  [[nodiscard]] cl_int enqueue(GroupChildren& group, uint64_t queue, ChildBegin begin,
                               uint32_t block, const compiler::BlockRange& range,
                               const compiler::BlockLiteral& literal,
                               std::span<const uint64_t> local_sizes,
                               std::span<const uint64_t> wait_list, uint64_t* event);
  [[nodiscard]] cl_int enqueue_marker(GroupChildren& group, uint64_t queue,
                                      std::span<const uint64_t> wait_list, uint64_t* event);
  void retain_event(uint64_t event);
  void release_event(GroupChildren& group, uint64_t event);
  /// Returns 0 if there can be no more.
  [[nodiscard]] uint64_t create_user_event(GroupChildren& group);
  [[nodiscard]] bool is_valid_event(uint64_t event) const;
  void set_user_event_status(uint64_t event, cl_int status);
  /// Writes the times of the event to `value` as soon as it is complete.
  void capture_profiling(uint64_t event, uint64_t* value);
  /// The work-group waits: hands to others what it has enqueued and they may begin, since its own
  /// worker is kept.
  void hand_out(GroupChildren& group);

  [[nodiscard]] const Launch& root_launch() const { return *root_->launch; }
  [[nodiscard]] const EnqueuedBlocks& blocks() const {
    return static_cast<const EnqueuedBlocks&>(*root_launch().device_queues->blocks);
  }
  [[nodiscard]] const LaunchLimits& limits() const { return limits_; }

  // For commands and parts.

  /// Runs a ready command on the worker, or hands it to the pool where it is worth several threads.
  void run(TreeCommand& command, TreeWorker& here, Worker& worker);
  [[nodiscard]] const char* run_groups(TreeCommand& command, const compiler::KernelCode& code,
                                       uint64_t begin, uint64_t end, Worker& worker);
  void started(TreeCommand& command);
  /// The pool has run the command, or will not: comes before ended().
  void leave_pool(TreeCommand& command);
  /// The command's work-groups have run, or never will. The tree may be gone afterwards.
  void ended(TreeCommand& command, cl_int status);
  /// Counts what has ended on that worker. The tree may be gone afterwards.
  void settle(TreeWorker& here);
  void explain(const char* reason) { reason_.store(reason, std::memory_order_relaxed); }

 private:
  LaunchTree(support::Ref<Launch> launch, support::Ref<CpuResourceSet> where, WorkerPool& pool,
             const DeviceFacts& facts, Listener& listener);
  ~LaunchTree() = default;

  /// Returns the part where commands of that queue run; nullptr: they cannot run.
  [[nodiscard]] TreePart* part_of(GroupChildren& group, uint64_t queue);
  [[nodiscard]] TreePart& add_part(support::Ref<CpuResourceSet> where);
  /// Makes a command without a launch for the queue that the group has just used; nullptr: it is
  /// refused. Throws std::bad_alloc.
  [[nodiscard]] std::unique_ptr<TreeCommand> make_command(GroupChildren& group, TreePart& part,
                                                          uint64_t more_bytes, cl_int& refusal);
  /// Takes the command in, with its event and its wait list.
  [[nodiscard]] cl_int take_in(std::unique_ptr<TreeCommand> command, GroupChildren& group,
                               ChildBegin begin, std::span<const uint64_t> wait_list,
                               uint64_t* event);
  /// False: there is no such event.
  [[nodiscard]] bool add_waits(TreeCommand& command, std::span<const uint64_t> wait_list);
  // Both under the mutex.
  [[nodiscard]] bool add_wait(TreeCommand& command, uint64_t event);
  void forget_waiting(TreeCommand& command);
  /// The work-group has ended that these children are of.
  void release(GroupChildren& group);
  /// Counts the children, and makes those ready that were gathered.
  void release_gathered(GroupChildren& group);
  template <class IsReady>
  void add_to_parts(CommandList& commands, const IsReady& is_ready);
  void make_ready(CommandList& commands);
  [[nodiscard]] bool may_go_to_pool(const TreePart& part) const;
  void submit(TreeCommand& command, const Execution::Pieces& groups);
  void run_here(TreeCommand& command, TreeWorker& here, Worker& worker);
  /// As ended(), of a command that this worker has run.
  void ended_here(TreeCommand& command, cl_int status, TreeWorker& here);
  /// Runs work-groups; what they enqueue becomes ready after each. Returns as run_groups() does.
  [[nodiscard]] const char* run_some(TreeCommand& command, const Launch& launch,
                                     const compiler::KernelCode& code, uint64_t begin, uint64_t end,
                                     TreeWorker& here, Worker& worker);
  /// One command less is open at the anchor. Adds to `ready` what waited for events of those that
  /// are complete by that.
  void complete_one(TreeCommand& anchor, CommandList& ready);
  /// Ends the event of a command that is complete, and adds to `ready` what waited for it. `own`:
  /// nullptr, or of the calling thread.
  void end_event_of(const TreeCommand& complete, CommandList& ready, DeviceEvents::FreeEvents* own);
  /// Under the mutex: the event is over.
  void end_event(DeviceEvent& event, cl_int status, CommandList& ready);
  void nothing_is_active();
  void give_up_waiting();
  void report();

  WorkerPool& pool_;
  Listener& listener_;
  const LaunchLimits limits_;
  std::unique_ptr<TreeCommand> root_;
  std::atomic<const char*> reason_{nullptr};
  DeviceEvents events_;
  alignas(64) std::atomic<uint32_t> active_{1};
  std::atomic<uint32_t> in_pool_{0};  // children that cannot wait: few
  alignas(64) support::AdaptiveMutex mutex_;
  // Under the mutex:
  std::vector<support::Ref<TreePart>> parts_;  // the first is that of the launch
  TreeCommand* first_waiting_ = nullptr;       // of the commands that wait for events
};

}  // namespace cleave::backend::cpu
