// Implements semaphores (cl_khr_semaphore): commands of any queues of a context signal them and
// wait for them, again and again.
#pragma once

#include <CL/cl_ext.h>

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "model/command/queue.h"
#include "model/context.h"
#include "model/device.h"
#include "model/handle.h"

namespace cleave::model::command {

/// A binary semaphore. It is signalled when a signal command ends, not when that is enqueued. A
/// signal lets one wait command go on: the first that was enqueued of those that have had none.
/// Without such a command it stays, until one is enqueued and takes it at once. So the semaphore
/// may be signalled again, and waited for again, as soon as either call has returned.
///
///   wait A, wait B, signal, signal     A goes on with the first signal, B with the second
///   signal, wait A, wait B, signal     the same; the payload is 1 after the first signal alone
///
/// The text leaves these open:
///   - a signal of a signalled semaphore changes nothing;
///   - a signal command that fails hands its failure on, as a wait list does: to the wait command
///     that its signal would have let go on, which ends with
///     CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST. The semaphore is not signalled then;
///   - a wait command whose wait list fails takes its signal all the same.
///
/// Wait and signal commands keep the semaphore to their end. Thread-safe. The mutex is held while
/// no event ends.
class Semaphore : public ClObject<Semaphore> {
 public:
  struct Request {  // checked arguments of clCreateSemaphoreWithPropertiesKHR
    support::Ref<Context> context;
    Devices devices;                                         // those that it is associated with
    std::vector<cl_semaphore_properties_khr> property_list;  // as given, with its terminator
  };
  explicit Semaphore(Request request);

  [[nodiscard]] Context& context() const { return *request_.context; }
  [[nodiscard]] const Devices& devices() const { return request_.devices; }
  [[nodiscard]] const std::vector<cl_semaphore_properties_khr>& property_list() const {
    return request_.property_list;
  }
  /// Returns true when queues of the device may use it: the device is one of devices(), or a part
  /// of one.
  [[nodiscard]] bool is_for(const Device& device) const;
  /// Returns true when it has been signalled, and no wait command has taken the signal.
  [[nodiscard]] bool is_signalled() const;
  /// Returns true in a child of the process that made it.
  [[nodiscard]] bool is_lost_by_fork() const;

  /// Events that signals end, each of which a wait command depends on.
  using Waits = std::list<support::Ref<Event>>;
  /// Makes the first of `waits` wait for a signal, or ends it when there is one.
  void begin_wait(Waits& waits) noexcept;
  /// A signal command ends with `status`. Returns the event that the caller is to end with this
  /// status when the command's own event has it; null when no command waits.
  [[nodiscard]] support::Ref<Event> signal(cl_int status) noexcept;

 private:
  const Request request_;
  const uint32_t made_in_;  // the fork generation
  mutable std::mutex mutex_;
  std::optional<cl_int> signal_;  // the status of a signal command, which no wait has taken
  Waits waits_;                   // without a signal, the first that was enqueued first
};

using Semaphores = std::vector<support::Ref<Semaphore>>;

/// The semaphores that a command signals when it ends. Room for the waits that go on is there from
/// the start: the end of a command takes no memory.
class SemaphoreSignals {
 public:
  explicit SemaphoreSignals(Semaphores semaphores)
      : semaphores_(std::move(semaphores)), released_(semaphores_.size()) {}
  /// Signals them: before the command's event ends, whose status tells that it was done.
  void perform(cl_int status) noexcept;
  /// Ends the waits that go on. Precondition: perform() was called, with the same status.
  void release_waits(cl_int status);

 private:
  const Semaphores semaphores_;
  std::vector<support::Ref<Event>> released_;
};

/// Enqueues a command that ends when the schedule's wait list has ended and each semaphore has
/// given it a signal. Errors as those of Queue::submit().
[[nodiscard]] support::Result<support::Ref<Event>> wait_for_semaphores(support::Ref<Queue> queue,
                                                                       const Semaphores& semaphores,
                                                                       Queue::Schedule schedule);

/// Enqueues a command that signals each semaphore when the schedule's wait list has ended, and
/// flushes the queue: nobody who waits for a signal knows which queue it comes from. Errors as
/// those of Queue::submit().
[[nodiscard]] support::Result<support::Ref<Event>> signal_semaphores(
    support::Ref<Queue> queue, Semaphores semaphores, const Queue::Schedule& schedule);

}  // namespace cleave::model::command
