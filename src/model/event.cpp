#include "model/event.h"

#include <algorithm>
#include <chrono>

#include "model/command.h"
#include "model/queue.h"

namespace cleave::model {

namespace {

cl_ulong now() {
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

bool has_ended(cl_int status) {
  return status <= CL_COMPLETE;
}

/// A sleeping thread wakes tens of microseconds late, so a wait watches the status for about as
/// long before it sleeps.
constexpr auto watch_time = std::chrono::microseconds(30);

void pause_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

support::Result<support::Ref<Event>> Event::create(support::Ref<Context> context,
                                                   support::Ref<Queue> queue,
                                                   cl_command_type type) {
  support::Ref<Event> event = make(std::move(context), std::move(queue), type);
  if (!event) return CL_OUT_OF_HOST_MEMORY;
  return event;
}

Event::Event(support::Ref<Context> context, support::Ref<Queue> queue, cl_command_type type)
    : context_(std::move(context)),
      queue_(std::move(queue)),
      type_(type),
      status_(type == CL_COMMAND_USER ? CL_SUBMITTED : CL_QUEUED) {
  times_.queued = now();
}

Event::~Event() = default;

ProfilingTimes Event::times() const {
  const std::scoped_lock lock(mutex_);
  return times_;
}

bool Event::advance(cl_int status, std::vector<Callback>& callbacks,
                    std::vector<Dependent>& dependents) {
  const cl_ulong time = now();
  const std::scoped_lock lock(mutex_);
  const cl_int current = status_.load(std::memory_order_relaxed);
  if (has_ended(current)) return false;
  if (status >= current) return true;
  // A step that was left out happened at the same time as the next.
  if (times_.submitted == 0) times_.submitted = time;
  if (times_.started == 0 && status <= CL_RUNNING) times_.started = time;
  if (has_ended(status)) times_.ended = times_.completed = time;
  status_.store(status, std::memory_order_release);

  // CL_SUBMITTED comes before CL_RUNNING, and that before CL_COMPLETE.
  for (cl_int reached = CL_SUBMITTED; reached >= std::max(status, CL_COMPLETE); --reached) {
    for (Callback& callback : callbacks_) {
      if (callback.status == reached) callbacks.push_back(std::move(callback));
    }
  }
  std::erase_if(callbacks_,
                [status](const Callback& callback) { return callback.status >= status; });
  if (has_ended(status)) {
    dependents.swap(dependents_);
    ended_.notify_all();
  }
  return true;
}

bool Event::set_status(cl_int status) {
  const support::Ref<Event> self(this);  // a callback may release the application's reference
  std::vector<Callback> callbacks;
  std::vector<Dependent> dependents;
  if (!advance(status, callbacks, dependents)) return false;

  for (const Callback& callback : callbacks) {
    callback.function(this, status < CL_COMPLETE ? status : callback.status);
    unpin_handle();
  }
  if (has_ended(status) && queue_) queue_->forget(*this);
  for (const Dependent& dependent : dependents) {
    dependent.command->dependency_ended(status, dependent.fails_with_it);
  }
  return true;
}

cl_int Event::wait() const {
  const auto sleep_at = std::chrono::steady_clock::now() + watch_time;
  while (!has_ended(status()) && std::chrono::steady_clock::now() < sleep_at) {
    for (int turn = 0; turn < 16 && !has_ended(status()); ++turn) pause_processor();
  }
  if (has_ended(status())) return status();
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return has_ended(status()); });
  return status();
}

void Event::add_callback(cl_int status, std::function<void(Event*, cl_int)> callback) {
  {
    const std::scoped_lock lock(mutex_);
    if (status_.load(std::memory_order_relaxed) > status) {
      callbacks_.push_back({status, std::move(callback)});
      pin_handle();
      return;
    }
  }
  const cl_int reached = this->status();
  callback(this, reached < CL_COMPLETE ? reached : status);
}

bool Event::add_dependent(support::Ref<Command> command, bool fails_with_it) {
  const std::scoped_lock lock(mutex_);
  if (has_ended(status_.load(std::memory_order_relaxed))) return false;
  dependents_.push_back({std::move(command), fails_with_it});
  return true;
}

support::Status wait_for_events(std::span<const support::Ref<Event>> events) {
  bool failed = false;
  for (const support::Ref<Event>& event : events) failed |= event->wait() < CL_COMPLETE;
  return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

}  // namespace cleave::model
