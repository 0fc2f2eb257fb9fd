// Events (5.11): the state of a command or of the application, and who waits for it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "model/context.h"
#include "model/handle.h"

namespace cleave::model {

class Command;
class Queue;

/// Times of 5.14 in ns of the host's monotonic clock; 0: not there yet.
struct ProfilingTimes {
  cl_ulong queued = 0, submitted = 0, started = 0, ended = 0, completed = 0;
};

class Event : public Object<Event> {
 public:
  /// `queue` null: a user event, whose status begins with CL_SUBMITTED instead of CL_QUEUED.
  [[nodiscard]] static support::Result<support::Ref<Event>> create(support::Ref<Context> context,
                                                                   support::Ref<Queue> queue,
                                                                   cl_command_type type);
  Event(support::Ref<Context> context, support::Ref<Queue> queue, cl_command_type type);
  ~Event();

  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] Queue* queue() const { return queue_.get(); }
  [[nodiscard]] cl_command_type type() const { return type_; }
  [[nodiscard]] bool is_user_event() const { return type_ == CL_COMMAND_USER; }
  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative error.
  [[nodiscard]] cl_int status() const { return status_.load(std::memory_order_acquire); }
  [[nodiscard]] ProfilingTimes times() const;

  /// Advances the status. With CL_COMPLETE or an error everything that waits goes on: threads,
  /// callbacks (called here, no lock held) and dependent commands. False when it was ended already.
  bool set_status(cl_int status);
  /// Blocks until the event has ended; gives the final status. Never called by a worker.
  cl_int wait() const;
  /// Calls back once `status` is reached or passed (also at once); the argument is that status or
  /// the error. Until then the handle stays valid (5.11: an event that was released lives until its
  /// command has ended), so that the callback may ask the event.
  void add_callback(cl_int status, std::function<void(Event*, cl_int)> callback);
  /// Registers a command that depends on this event (Command::depend_on says what
  /// `fails_with_it` means). False when the event has ended already.
  [[nodiscard]] bool add_dependent(support::Ref<Command> command, bool fails_with_it);

 private:
  friend class Queue;
  struct Callback {
    cl_int status;
    std::function<void(Event*, cl_int)> function;
  };
  struct Dependent {
    support::Ref<Command> command;
    bool fails_with_it;
  };
  [[nodiscard]] bool advance(cl_int status, std::vector<Callback>& callbacks,
                             std::vector<Dependent>& dependents);

  support::Ref<Context> context_;
  support::Ref<Queue> queue_;
  cl_command_type type_;
  std::atomic<cl_int> status_;
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  ProfilingTimes times_;
  std::vector<Callback> callbacks_;
  std::vector<Dependent> dependents_;
  size_t place_in_queue_ = 0;  // the queue's, under its lock
};

/// Waits for all: CL_SUCCESS, or CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if any failed.
[[nodiscard]] support::Status wait_for_events(std::span<const support::Ref<Event>> events);

}  // namespace cleave::model
