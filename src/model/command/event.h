// Implements events (5.11): the state of a command or of the application, and the threads, commands
// and callbacks that wait for it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backend/work_order.h"
#include "model/context.h"
#include "model/handle.h"

namespace cleave::model::command {

class Command;
class Queue;

/// Times of 5.14 in ns of the host's monotonic clock; 0: not there yet, or not asked for.
struct ProfilingTimes {
  cl_ulong queued = 0, submitted = 0, started = 0, ended = 0, completed = 0;
};

/// One command's wait for one event. It belongs to the command and is linked into the event's list.
struct Dependency {
  Command* command = nullptr;
  bool fails_with_it = false;  // Command::depend_on
  Dependency* next = nullptr;
};

/// Status changes take no lock unless there is a watcher: a callback or a sleeping thread.
/// Dependent commands are a lock-free LIFO list (Treiber stack): add_dependent() pushes with
/// acq_rel, and the end exchanges the whole list for an end mark, so no element is ever popped
/// singly (no ABA problem) and none is added later.
class Event : public ClObject<Event> {
 public:
  /// A user event, whose status begins with CL_SUBMITTED instead of CL_QUEUED.
  [[nodiscard]] static support::Result<support::Ref<Event>> create_user_event(
      support::Ref<Context> context);
  /// The event of a command. Without a handle it is made and gone sooner, and no application may
  /// get it.
  enum class Handle : bool { none, wanted };
  [[nodiscard]] static support::Result<support::Ref<Event>> create(support::Ref<Queue> queue,
                                                                   cl_command_type type,
                                                                   Handle handle);
  Event(support::Ref<Context> context, support::Ref<Queue> queue, cl_command_type type,
        Handle handle);
  ~Event();
  static void destroy(Event* event);

  [[nodiscard]] Context& context() const;
  /// Returns the queue of its command, or one of them; null: a user event.
  [[nodiscard]] Queue* queue() const { return queue_.get(); }
  /// Returns true for the event of a command that is in several queues.
  [[nodiscard]] bool is_of_several_queues() const { return is_of_several_queues_; }
  [[nodiscard]] cl_command_type type() const { return type_; }
  [[nodiscard]] bool is_user_event() const { return type_ == CL_COMMAND_USER; }
  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative error.
  [[nodiscard]] cl_int status() const { return status_.load(std::memory_order_acquire); }
  /// Returns the status for an application that may be polling: flushes the queue, so that there is
  /// progress.
  [[nodiscard]] cl_int query_status() const;
  [[nodiscard]] bool has_ended() const { return status() <= CL_COMPLETE; }
  /// Returns the times of an event of a profiled queue, once it has ended.
  [[nodiscard]] ProfilingTimes times() const { return times_; }

  /// Called before anybody else knows the event.
  void set_of_several_queues() { is_of_several_queues_ = true; }
  /// Its command began, and was submitted, with the first of these, as far as their queues are
  /// profiled. Called before its own end.
  void begin_with(std::span<const support::Ref<Event>> parts);

  /// Advances the status. With CL_COMPLETE or an error everything that waits goes on: threads,
  /// callbacks and dependent commands. Callbacks are called here with no lock held, or by a worker
  /// when this thread runs commands inline (Queue::flush_for_wait): the application may hold locks
  /// of its own while it waits. False when the event had ended already. The caller holds a
  /// reference.
  bool set_status(cl_int status);
  /// The work-groups of its launch have run, and perhaps not yet what they enqueued: CL_PROFILING_
  /// COMMAND_END is now. Called by the thread that changes the status next.
  void note_end_of_work();
  /// Blocks until the event has ended; gives the final status. Runs commands of its queue inline
  /// (Queue::flush_for_wait). In a child that was forked afterwards a command never ends:
  /// CL_OUT_OF_RESOURCES at once. Never called by a worker.
  cl_int wait();
  /// Calls back once `status` is reached or passed (also at once); the argument is that status or
  /// the error. Until it has been called it keeps the event, so that it may ask the event.
  void add_callback(cl_int status, std::function<void(Event*, cl_int)> callback);
  /// Registers a command that depends on this event, of which the caller holds a reference; the
  /// dependency lives until the event has ended. False when it has ended already. A user event
  /// lives as long as there are such (5.11: it is deleted when "there are no commands in the
  /// command-queues of a context that require a wait for this event to complete"); the event of a
  /// command is kept by its command.
  [[nodiscard]] bool add_dependent(Dependency& dependency);
  /// Returns true for the event of a command whose device orders work itself.
  [[nodiscard]] bool is_of_work_order() const { return order_ != nullptr; }
  /// Registers a command that the same device runs behind this one: it goes on when this one has
  /// been submitted. False when it has, or has ended. Precondition: is_of_work_order().
  [[nodiscard]] bool add_follower(Dependency& dependency);
  /// The command is about to be submitted by this thread: its followers go on. Precondition:
  /// is_of_work_order().
  void note_submission(backend::Ticket ticket);
  /// The command has been submitted, and may have ended. May call the application.
  void tell_submission();
  /// Returns the ticket of the command; none before note_submission().
  [[nodiscard]] backend::Ticket ticket() const {
    return {order_->ticket.load(std::memory_order_acquire)};
  }
  /// True for a command in a child of the process that enqueued it.
  [[nodiscard]] bool is_lost_by_fork() const;

 private:
  friend class Queue;
  struct Callback {
    cl_int status;
    std::function<void(Event*, cl_int)> function;
  };
  [[nodiscard]] bool advance(cl_int status);
  void note_time(cl_int status);
  void tell_watchers(cl_int status);
  void call(std::vector<Callback> callbacks, cl_int status);
  /// Calls the commands of a list, and lets none join it from then on; false: there are none.
  static bool release_list(std::atomic<Dependency*>& list, cl_int status);
  void release_dependents(cl_int status);
  void sleep_until_ended();

  /// State that exists once there is a watcher.
  struct Watchers {
    std::mutex mutex;
    std::condition_variable ended;
    std::vector<Callback> callbacks;
  };
  /// State of a command whose device orders work itself.
  struct InWorkOrder {
    std::atomic<uint64_t> ticket{0};
    std::atomic<Dependency*> followers{nullptr};  // as dependents_, up to the submission
  };
  /// Returns the watchers; makes the list of them if it is not there yet. Throws std::bad_alloc.
  Watchers& watch();

  const support::Ref<Context> context_;  // of a user event
  const support::Ref<Queue> queue_;      // of a command
  const cl_command_type type_;
  const Handle handle_;
  const bool is_profiled_;
  const std::unique_ptr<InWorkOrder> order_;  // null: the device does not
  bool is_of_several_queues_ = false;
  std::atomic<cl_int> status_;
  std::atomic<Dependency*> dependents_{nullptr};  // a list, the last first; or the end mark
  /// Dekker pattern, seq_cst: a watcher stores watch_ and then loads status_, a setter stores
  /// status_ and then loads watch_, so one of the two sees the other.
  std::atomic<Watchers*> watch_{nullptr};
  /// The queue's. In order: the number of the command, never changed. Out of order: the index among
  /// the open commands, under the queue's lock.
  size_t position_in_queue_ = 0;
  ProfilingTimes times_;
};

/// Commands that follow each other, in whatever queues they are: the event of the last one. A
/// command joins the chain under the lock of its queue, when all that it follows besides is known,
/// so that no two wait for each other. The last reference is exchanged with acq_rel: who takes over
/// an event sees it whole. Thread-safe.
class CommandChain {
 public:
  CommandChain() = default;
  CommandChain(const CommandChain&) = delete;
  CommandChain& operator=(const CommandChain&) = delete;
  ~CommandChain() { static_cast<void>(exchange(nullptr)); }
  /// Puts a command at the end; gives the event of the one before, null where that has ended.
  [[nodiscard]] support::Ref<Event> follow(Event& event) {
    auto before = exchange(support::Ref<Event>(&event));
    return before && before->has_ended() ? nullptr : std::move(before);
  }

 private:
  [[nodiscard]] support::Ref<Event> exchange(support::Ref<Event> event) {
    return support::Ref<Event>::adopt(last_.exchange(event.release(), std::memory_order_acq_rel));
  }

  std::atomic<Event*> last_{nullptr};  // with a reference
};

/// Waits for all: CL_SUCCESS, or CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if any failed. All
/// queues concerned are flushed.
[[nodiscard]] support::Status wait_for_events(std::span<const support::Ref<Event>> events);

}  // namespace cleave::model::command
