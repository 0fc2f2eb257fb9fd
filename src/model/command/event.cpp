#include "model/command/event.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "model/command/command.h"
#include "model/command/queue.h"
#include "os/x86.h"
#include "support/pool.h"

namespace cleave::model::command {

namespace {

cl_ulong now() {
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

bool is_end(cl_int status) {
  return status <= CL_COMPLETE;
}

/// A sleeping thread wakes tens of microseconds late, so a wait watches the status for about as
/// long before it sleeps.
constexpr auto watch_time = std::chrono::microseconds(30);

void pause_processor() {
#if defined(__x86_64__)
  os::spin_pause();
#endif
}

/// Stands in a list of dependents that nothing can join any more.
Dependency end_of_dependents;

}  // namespace

/// An event without a handle. What stands before a handle's object is there all the same.
struct RoomForEvent : support::Pooled<RoomForEvent> {
  HandleHeader header{nullptr, nullptr, Counts::reference};
  alignas(Slab::object_offset) std::byte event[sizeof(Event)];
};
static_assert(offsetof(RoomForEvent, event) == Slab::object_offset);

support::Result<support::Ref<Event>> Event::create_user_event(support::Ref<Context> context) {
  auto event = make(std::move(context), support::Ref<Queue>(), CL_COMMAND_USER, Handle::wanted);
  if (!event) return CL_OUT_OF_HOST_MEMORY;
  return event;
}

support::Result<support::Ref<Event>> Event::create(support::Ref<Queue> queue, cl_command_type type,
                                                   Handle handle) {
  if (handle == Handle::none) {
    auto* room = new RoomForEvent;
    return support::Ref<Event>::adopt(
        new (room->event) Event(support::Ref<Context>(), std::move(queue), type, handle));
  }
  auto event = make(support::Ref<Context>(), std::move(queue), type, handle);
  if (!event) return CL_OUT_OF_HOST_MEMORY;
  return event;
}

Event::Event(support::Ref<Context> context, support::Ref<Queue> queue, cl_command_type type,
             Handle handle)
    : context_(std::move(context)),
      queue_(std::move(queue)),
      type_(type),
      handle_(handle),
      is_profiled_(queue_ && queue_->is_profiled()),
      order_(queue_ && queue_->is_of_work_order() ? std::make_unique<InWorkOrder>() : nullptr),
      status_(type == CL_COMMAND_USER ? CL_SUBMITTED : CL_QUEUED) {
  if (is_profiled_) times_.queued = now();
}

Event::~Event() {
  delete watch_.load(std::memory_order_acquire);
}

void Event::destroy(Event* event) {
  if (event->handle_ == Handle::wanted) return ClObject::destroy(event);
  event->~Event();
  delete reinterpret_cast<RoomForEvent*>(Slab::header(event));
}

Context& Event::context() const {
  return queue_ ? queue_->context() : *context_;
}

bool Event::is_lost_by_fork() const {
  return queue_ && queue_->is_lost_by_fork();
}

void Event::note_time(cl_int status) {
  // A step that was left out happened at the same time as the next.
  const cl_ulong time = now();
  if (times_.submitted == 0) times_.submitted = time;
  if (times_.started == 0 && status <= CL_RUNNING) times_.started = time;
  if (!is_end(status)) return;
  times_.completed = time;
  if (times_.ended == 0) times_.ended = time;
}

void Event::note_end_of_work() {
  if (is_profiled_) times_.ended = now();
}

void Event::begin_with(std::span<const support::Ref<Event>> parts) {
  if (!is_profiled_) return;
  const auto note_first = [](cl_ulong& first, cl_ulong time) {
    if (time != 0 && (first == 0 || time < first)) first = time;
  };
  for (const support::Ref<Event>& part : parts) {
    note_first(times_.submitted, part->times_.submitted);
    note_first(times_.started, part->times_.started);
  }
}

bool Event::advance(cl_int status) {
  cl_int current = status_.load(std::memory_order_relaxed);
  do {
    if (is_end(current) || status >= current) return false;
  } while (!status_.compare_exchange_weak(current, status, std::memory_order_seq_cst));
  return true;
}

bool Event::set_status(cl_int status) {
  if (is_end(this->status())) return false;
  const bool is_seen = handle_ == Handle::wanted || is_profiled_ || is_end(status);
  if (!is_seen) return true;
  // The status of a command is changed by one thread at a time; user events have no times.
  if (is_profiled_) note_time(status);
  if (!advance(status)) return !is_end(this->status());
  if (watch_.load(std::memory_order_seq_cst) != nullptr) tell_watchers(status);
  if (is_end(status)) {
    if (queue_) queue_->forget(*this);
    release_dependents(status);
  }
  return true;
}

Event::Watchers& Event::watch() {
  Watchers* watch = watch_.load(std::memory_order_seq_cst);
  if (watch != nullptr) return *watch;
  auto made = std::make_unique<Watchers>();
  if (watch_.compare_exchange_strong(watch, made.get(), std::memory_order_seq_cst)) {
    return *made.release();
  }
  return *watch;
}

void Event::tell_watchers(cl_int status) {
  std::vector<Callback> reached;
  Watchers& watch = *watch_.load(std::memory_order_acquire);
  {
    const std::scoped_lock lock(watch.mutex);
    // CL_SUBMITTED comes before CL_RUNNING, and that before CL_COMPLETE.
    for (cl_int step = CL_SUBMITTED; step >= std::max(status, CL_COMPLETE); --step) {
      for (Callback& callback : watch.callbacks) {
        if (callback.status == step) reached.push_back(std::move(callback));
      }
    }
    std::erase_if(watch.callbacks,
                  [status](const Callback& callback) { return callback.status >= status; });
    if (is_end(status)) watch.ended.notify_all();
  }
  if (!reached.empty()) call(std::move(reached), status);
}

void Event::call(std::vector<Callback> callbacks, cl_int status) {
  // A callback may release the application's reference.
  auto call_all = [self = support::Ref<Event>(this), callbacks = std::move(callbacks), status] {
    const SuccessorScope not_meanwhile(false);
    for (const Callback& callback : callbacks) {
      callback.function(self.get(), status < CL_COMPLETE ? status : callback.status);
      self->drop_reference();  // the callback's
    }
  };
  if (queue_ && Queue::is_this_thread_inline_worker()) {
    queue_->run_on_worker(std::move(call_all));
  } else {
    call_all();
  }
}

bool Event::release_list(std::atomic<Dependency*>& list, cl_int status) {
  Dependency* last_first = list.exchange(&end_of_dependents, std::memory_order_acq_rel);
  if (last_first == nullptr || last_first == &end_of_dependents) return false;
  Dependency* in_order = nullptr;
  while (last_first != nullptr) {
    Dependency* next = last_first->next;
    last_first->next = in_order;
    in_order = last_first;
    last_first = next;
  }
  while (in_order != nullptr) {
    Dependency* next = in_order->next;  // the command may end, and the dependency with it
    in_order->command->dependency_ended(status, in_order->fails_with_it);
    in_order = next;
  }
  return true;
}

void Event::release_dependents(cl_int status) {
  const bool had_some = release_list(dependents_, status);
  if (order_) release_list(order_->followers, status);
  if (had_some && is_user_event()) drop_reference();  // of the dependents
}

void Event::note_submission(backend::Ticket ticket) {
  if (is_profiled_) note_time(CL_SUBMITTED);
  order_->ticket.store(ticket.number, std::memory_order_release);
  release_list(order_->followers, CL_COMPLETE);
}

void Event::tell_submission() {
  if (!advance(CL_SUBMITTED)) return;
  if (watch_.load(std::memory_order_seq_cst) != nullptr) tell_watchers(CL_SUBMITTED);
}

namespace {

/// Pushes onto a list of dependents; gives the one that was the last before, or nullopt where the
/// list has been released.
std::optional<Dependency*> push(std::atomic<Dependency*>& list, Dependency& dependency) {
  Dependency* first = list.load(std::memory_order_acquire);
  do {
    if (first == &end_of_dependents) return std::nullopt;
    dependency.next = first;
  } while (!list.compare_exchange_weak(first, &dependency, std::memory_order_acq_rel,
                                       std::memory_order_acquire));
  return first;
}

}  // namespace

bool Event::add_dependent(Dependency& dependency) {
  const std::optional<Dependency*> before = push(dependents_, dependency);
  if (before == nullptr && is_user_event()) add_reference();
  return before.has_value();
}

bool Event::add_follower(Dependency& dependency) {
  return push(order_->followers, dependency).has_value();
}

cl_int Event::wait() {
  if (queue_ && !has_ended()) queue_->flush_for_wait(*this);
  if (has_ended()) return status();
  if (is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  const auto sleep_at = std::chrono::steady_clock::now() + watch_time;
  while (!has_ended() && std::chrono::steady_clock::now() < sleep_at) {
    for (int spin = 0; spin < 16 && !has_ended(); ++spin) pause_processor();
  }
  if (!has_ended()) sleep_until_ended();
  return status();
}

void Event::sleep_until_ended() {
  Watchers& watch = this->watch();
  std::unique_lock lock(watch.mutex);
  watch.ended.wait(lock, [this] { return is_end(status_.load(std::memory_order_seq_cst)); });
}

void Event::add_callback(cl_int status, std::function<void(Event*, cl_int)> callback) {
  {
    Watchers& watch = this->watch();
    const std::scoped_lock lock(watch.mutex);
    if (status_.load(std::memory_order_seq_cst) > status) {
      watch.callbacks.push_back({status, std::move(callback)});
      add_reference();
      callback = nullptr;
    }
  }
  if (!callback) {
    // An application that asks to be called does not poll the status, which would flush.
    if (queue_) queue_->flush();
    return;
  }
  const cl_int reached = this->status();
  callback(this, reached < CL_COMPLETE ? reached : status);
}

cl_int Event::query_status() const {
  if (queue_ && !has_ended()) queue_->flush();
  return status();
}

support::Status wait_for_events(std::span<const support::Ref<Event>> events) {
  // A thread that runs commands of one queue inline must not keep the others from starting.
  const auto is_elsewhere = [&](const support::Ref<Event>& event) {
    return event->queue() != nullptr && event->queue() != events.front()->queue();
  };
  if (std::ranges::any_of(events, is_elsewhere)) {
    for (const support::Ref<Event>& event : events) {
      if (event->queue() != nullptr) event->queue()->flush();
    }
  }
  bool failed = false;
  for (const support::Ref<Event>& event : events) failed |= event->wait() < CL_COMPLETE;
  return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

}  // namespace cleave::model::command
