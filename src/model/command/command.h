// Runs commands. A command that a queue holds is ready when its dependencies have ended; then the
// back end runs it, and its event tells the rest.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "backend/hardware.h"
#include "model/command/event.h"
#include "model/command/work.h"
#include "support/pool.h"

namespace cleave::model::command {

/// A thread that waits and meanwhile runs what it waits for: `wanted` ends last of these commands.
///
///   clFinish on an in-order queue: {queue, number of the last command, its event}, so that
///   every command up to that number may run on this thread, one after another.
struct InlineWait {
  const Queue* queue = nullptr;
  uint64_t last_number = 0;       // commands of an in-order queue up to this one; 0: none
  const Event* wanted = nullptr;  // and in any queue this one
  bool is_of_transfers = false;   // of them the transfers alone
};

/// A command, which owns itself from make() to its end. `open_dependencies_` is a countdown latch:
/// each end of a dependency decrements it with acq_rel, and the thread that reaches 0 starts the
/// command and sees all their writes. It begins with a surplus that arm() takes away, so that
/// dependencies may end while others are still being added.
class Command final : public support::Pooled<Command>, private backend::Listener {
 public:
  /// `dependencies`: how many calls of depend_on() come at most, unless expect_dependencies() says
  /// later that there are more. The command is not to be touched after arm().
  [[nodiscard]] static Command* make(support::Ref<Event> event, Work&& work, size_t dependencies);

  [[nodiscard]] Event& event() const { return *event_; }
  /// True when it may access the memory by an address. Precondition: the command has not been
  /// armed.
  [[nodiscard]] bool may_access(const AddressedMemory& memory) const;
  /// Sets the command's number in its queue, which counts from 1.
  void set_number(uint64_t number) { number_ = number; }
  /// Makes room for `more` further calls of depend_on().
  void expect_dependencies(size_t more);
  /// Adds a dependency. `fails_with_it`: the command ends with
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when the event fails (wait lists); an order that
  /// only the queue gives does not hand on failure.
  void depend_on(Event& event, bool fails_with_it);
  /// Adds those of a wait list, whose queues are flushed but `own`, which may be null: commands of
  /// other queues that were never flushed would never end.
  void depend_on(std::span<const support::Ref<Event>> wait_list, const Queue* own);
  /// After the last depend_on(): the command starts as soon as nothing is open. Ready commands are
  /// started before this returns, by this thread or by one that starts others just now.
  void arm();
  /// Replaces arm() when the queue has no memory to take the command in: the command ends, having
  /// run nothing, when nothing that it depends on can call it any more.
  void abandon();
  /// One dependency has ended with `status`.
  void dependency_ended(cl_int status, bool fails_with_it);

  /// In the unflushed commands of a queue, which alone uses it.
  Command* next_in_queue = nullptr;

 private:
  Command(support::Ref<Event> event, Work&& work)
      : event_(std::move(event)), work_(std::move(work)) {}
  friend class ReadyList;
  friend class DeferredStarts;
  friend class Migration;
  friend class OrderedStarts;

  void started() noexcept override;
  void explain(const char* reason) noexcept override { reason_ = reason; }
  void failed_in(const backend::DeviceKernel& kernel) noexcept override {
    failed_kernel_ = &kernel;
  }
  void ended() noexcept override;
  void completed(cl_int status) noexcept override;
  void note_failure(cl_int status, bool fails_with_it);
  void become_ready();
  /// The next dependency has been linked.
  void note_link();
  /// Notes a command that its device is to run before it; false: there is no memory, and the end of that
  /// command has to be waited for.
  [[nodiscard]] bool note_before(Event& event, bool fails_with_it);
  /// Returns true when its device orders work itself, and this is such work.
  [[nodiscard]] bool is_for_work_order() const;
  /// Returns true when the device runs it behind the command of an event, which has not ended.
  [[nodiscard]] bool is_ordered_behind(const Event& event) const;
  void start(bool may_run_inline);
  /// Returns true if all that it reads is current in its memory: its accesses have begun, all
  /// together. Throws std::bad_alloc.
  [[nodiscard]] bool try_accesses();
  /// Returns its accesses to storages: `step` is 0.
  [[nodiscard]] std::vector<memory::StorageAccess> storage_accesses() const;
  /// Starts the work. Precondition: its accesses have begun.
  void run(bool may_run_inline);
  void submit();
  /// Returns true when a command before it, which its device has run, has failed and it fails with that.
  [[nodiscard]] bool has_failed_predecessor() const;
  [[nodiscard]] bool try_run_inline();
  [[nodiscard]] bool try_run_successor();
  /// Returns the kernel of a launch, or the recorded one that has failed; null: there is none.
  [[nodiscard]] const backend::DeviceKernel* kernel() const;
  /// Tells the context's notification function: nobody is in a call that could return the error.
  void report_failure(cl_int status) const;
  /// Its end with `status` may call the application back.
  [[nodiscard]] bool may_call_back(cl_int status) const;
  void finish_extras();
  void end(cl_int status);

  static constexpr size_t inline_dependencies = 3;
  static constexpr uint32_t not_armed = uint32_t{1} << 31;

  const support::Ref<Event> event_;
  Work work_;
  uint64_t number_ = 0;
  /// Dependencies that have not ended, and many more until arm() knows how many there are.
  std::atomic<uint32_t> open_dependencies_{not_armed};
  uint32_t linked_dependencies_ = 0;
  std::atomic<cl_int> failure_{CL_SUCCESS};
  const char* reason_ = nullptr;  // of the back end, for its failure
  const backend::DeviceKernel* failed_kernel_ =
      nullptr;  // of a recorded launch, which the replay keeps
  std::array<Dependency, inline_dependencies> dependencies_;
  size_t free_dependencies_ = inline_dependencies;
  Dependency* next_dependency_ = dependencies_.data();
  std::unique_ptr<Dependency[]> expected_[2];  // of make() and of expect_dependencies()
  Command* next_ready_ = nullptr;              // of the thread that starts it
};

/// Commands in a row, which are in no other list. Used by one thread.
class ReadyList {
 public:
  [[nodiscard]] bool is_empty() const { return first_ == nullptr; }
  void push(Command& command);
  /// Returns the first command; null: there is none.
  [[nodiscard]] Command* pop();

 private:
  Command* first_ = nullptr;
  Command* last_ = nullptr;
};

/// While it lives, commands that become ready on this thread are gathered, and started at its end:
/// those that could run at the same time are then known. What a device orders itself is handed to it at
/// once.
class DeferredStarts {
 public:
  DeferredStarts();
  ~DeferredStarts();
  DeferredStarts(const DeferredStarts&) = delete;
  DeferredStarts& operator=(const DeferredStarts&) = delete;

 private:
  const bool is_outermost_;
};

/// While it lives with `true`, this thread has just ended a command and may run its successors;
/// with `false`, it is in a function of the application, and may not.
class SuccessorScope {
 public:
  explicit SuccessorScope(bool may_continue);
  ~SuccessorScope();
  SuccessorScope(const SuccessorScope&) = delete;
  SuccessorScope& operator=(const SuccessorScope&) = delete;

 private:
  const bool outer_;
};

/// While it lives, this thread is an inline worker: it runs commands that it waits for.
class InlineScope {
 public:
  explicit InlineScope(const InlineWait& wait);
  ~InlineScope();
  InlineScope(const InlineScope&) = delete;
  InlineScope& operator=(const InlineScope&) = delete;
  [[nodiscard]] static bool is_this_thread();

 private:
  const InlineWait* const outer_;
};

}  // namespace cleave::model::command
