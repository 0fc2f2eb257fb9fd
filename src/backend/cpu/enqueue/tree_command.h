// Defines the commands of a tree of launches: the launch of the host, and what kernels enqueue.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "backend/cpu/enqueue/child_launch.h"
#include "backend/cpu/enqueue/device_events.h"
#include "backend/cpu/pool/work.h"
#include "backend/device_queue.h"
#include "backend/launch.h"
#include "support/pool.h"
#include "support/reference.h"

namespace cleave::backend::cpu::enqueue {

class LaunchTree;
class TreeScheduler;

struct TreeCommand;

/// The events that a command waits for.
struct EventWaits {
  std::unique_ptr<EventWait[]> waits;
  uint32_t count = 0;
  uint32_t open = 0;  // not over; under the tree's mutex
  // In the list of those that wait for events, which the tree's mutex guards.
  TreeCommand* next = nullptr;
  TreeCommand* previous = nullptr;
};

/// A command of a tree. It is ready when all that it waits for is over, has *ended* when its
/// work-groups have, and is *complete* when all that they enqueued is, too. It lives so long only
/// if the difference is visible, by an event or to the host. Its *anchor* counts the descendants
/// that are not complete: the command itself if it lives so long, and the anchor of its parent
/// otherwise. So a chain without end takes no memory.
struct TreeCommand final : support::Pooled<TreeCommand>, Listener, pool::EnqueuingLaunch {
  explicit TreeCommand(LaunchTree& of) : tree(of) {}
  ~TreeCommand() {
    // A command that never ran was counted until now.
    if (bytes != 0) queue->used.fetch_sub(bytes, std::memory_order_relaxed);
  }

  void started() noexcept override;
  void explain(const char* reason) noexcept override;
  void completed(cl_int status) noexcept override;
  [[nodiscard]] const char* run_groups(const compiler::interface::KernelCode& code, uint64_t begin,
                                       uint64_t end, pool::Worker& worker) override;

  /// Records the first error.
  void fail(cl_int error) {
    cl_int none = CL_COMPLETE;
    status.compare_exchange_strong(none, error, std::memory_order_relaxed);
  }
  /// Returns the command that counts the children of this one until they are complete.
  [[nodiscard]] TreeCommand& anchor_of_children() {
    const bool is_anchor = event != nullptr || anchor == nullptr;
    return is_anchor ? *this : *anchor;
  }
  /// One of the things that it waits for is over. Returns true if nothing is left.
  [[nodiscard]] bool wait_less() {
    return waits.load(std::memory_order_acquire) == 1 ||
           waits.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  LaunchTree& tree;
  TreeScheduler* scheduler = nullptr;  // runs it
  TreeCommand* next = nullptr;         // in one list at a time
  TreeCommand* anchor = nullptr;       // of its parent; nullptr: it is the launch of the host
  // The queue counts `bytes` of it until it starts, or has ended if it may wait.
  DeviceQueue* queue = nullptr;
  uint64_t bytes = 0;
  DeviceEvent* event = nullptr;             // it is its own anchor then
  std::unique_ptr<EventWaits> event_waits;  // nullptr: none
  support::Ref<Launch> launch;              // of an execution of its own; null: it has none
  std::atomic<TreeCommand*> after_end{
      nullptr};  // the commands that wait for its end: a stack, taken at once
  // The number of things that it waits for: a step of its parent, and events.
  std::atomic<uint32_t> waits{1};
  // The number of commands that are not complete: itself, and those whose anchor it is.
  std::atomic<uint32_t> open{1};
  std::atomic<cl_int> status{CL_COMPLETE};
  Child child;  // what it runs, unless it is the launch of the host
};
// A child in one dimension that captures little takes three of four lines. They are not aligned:
// thousands of records whose beginnings lie 256 bytes apart would fill a quarter of the caches.
static_assert(sizeof(TreeCommand) == 256);

/// Commands in the order in which they were added.
class CommandList {
 public:
  void add(TreeCommand& command) {
    command.next = nullptr;
    (last_ != nullptr ? last_->next : first_) = &command;
    last_ = &command;
    ++count_;
  }
  /// Adds the commands of another list, which is empty then.
  void add_all(CommandList& others) {
    if (others.is_empty()) return;
    (last_ != nullptr ? last_->next : first_) = others.first_;
    last_ = others.last_;
    count_ += others.count_;
    others = {};
  }
  [[nodiscard]] uint32_t count() const { return count_; }
  [[nodiscard]] bool is_empty() const { return first_ == nullptr; }
  [[nodiscard]] TreeCommand* first() const { return first_; }
  /// Precondition: it is not empty.
  TreeCommand& take_first() {
    TreeCommand& taken = *first_;
    first_ = taken.next;
    if (first_ == nullptr) last_ = nullptr;
    --count_;
    return taken;
  }

 private:
  TreeCommand* first_ = nullptr;
  TreeCommand* last_ = nullptr;
  uint32_t count_ = 0;
};

/// Bytes of a queue that commands have left on one thread, which takes in others for them without
/// asking the queue: all threads write to that.
class QueueCredit {
 public:
  /// Counts the bytes against the queue. False: it is full.
  [[nodiscard]] bool take(DeviceQueue& queue, uint64_t bytes) {
    if (queue_ == &queue && bytes_ >= bytes) {
      bytes_ -= bytes;
      return true;
    }
    if (queue.used.fetch_add(bytes, std::memory_order_relaxed) + bytes <= queue.size) return true;
    queue.used.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  void add(DeviceQueue& queue, uint64_t bytes) {
    if (queue_ != &queue) give_back();
    queue_ = &queue;
    bytes_ += bytes;
    // Few for a small queue, which others may find full.
    if (bytes_ > std::min<uint64_t>(queue.size / 64, 16384)) give_back();
  }
  void give_back() {
    if (bytes_ != 0) queue_->used.fetch_sub(std::exchange(bytes_, 0), std::memory_order_relaxed);
  }

 private:
  DeviceQueue* queue_ = nullptr;
  uint64_t bytes_ = 0;
};

/// Says which commands of one work-group are timed: two looks at the clock take as long as a small
/// one. Each stands for those since the one before.
class LoneGroups {
 public:
  // Odd, so that it meets all blocks that take turns.
  static constexpr uint32_t interval = 15;
  [[nodiscard]] bool is_timed() { return count_++ % interval == 0; }

 private:
  uint32_t count_ = 0;
};

/// Holds the objects that a worker reuses from one command of a tree to the next. As long as there
/// is something to give back, the worker runs a command or has ended some that are still active:
/// the tree and its queues are there.
struct TreeWorker {
  Child::Reused reused;
  QueueCredit credit;
  DeviceEvents::FreeEvents free_events;
  LoneGroups lone_groups;
  // Commands that have ended here and that the launch of the host still counts as open and active.
  uint32_t ended = 0;
};

/// Gathers the commands that the work-groups of a command enqueue on one thread, until the one that
/// runs has ended or waits. LaunchContext::device_queues points to it.
struct GroupChildren {
  TreeCommand& parent;
  const Launch& launch;  // of the parent
  TreeWorker& worker;
  void (*yield)(compiler::interface::LaunchContext* context) =
      nullptr;                   // of a parent that may wait
  CommandList gathered = {};     // which may begin at any time
  CommandList after_group = {};  // which may begin when the work-group has ended
  uint32_t opened = 0;           // children that the anchor does not count yet
  // The last queue that was used, and the scheduler that runs its commands.
  DeviceQueue* queue = nullptr;
  TreeScheduler* scheduler = nullptr;
};

}  // namespace cleave::backend::cpu::enqueue
