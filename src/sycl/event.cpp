// Tells of commands, and joins events of several contexts.
#include "sycl/event.h"

#include <algorithm>
#include <utility>

#include "sycl/failure.h"
#include "sycl/queue.h"

namespace cleave::sycl {
namespace {

/// The driver's thread calls it; the event of another context follows the one that has ended.
void CL_CALLBACK end_follower(cl_event, cl_int status, void* follower) {
  const auto event = static_cast<cl_event>(follower);
  clSetUserEventStatus(event, status < 0 ? status : CL_COMPLETE);
  clReleaseEvent(event);
}

/// Returns an event of the context that ends with the other one.
cl_event follow(cl_event source, NativeContext& context) {
  cl_int error = CL_SUCCESS;
  const cl_event follower = clCreateUserEvent(context.id(), &error);
  check(error, "clCreateUserEvent");
  clRetainEvent(follower);
  error = clSetEventCallback(source, CL_COMPLETE, end_follower, follower);
  if (error != CL_SUCCESS) {
    end_follower(source, error, follower);
    clReleaseEvent(follower);
    check(error, "clSetEventCallback");
  }
  return follower;
}

}  // namespace

CommandEvent::CommandEvent() : WatchedCommand(nullptr) {}
CommandEvent::CommandEvent(Ref<Queue> queue, cl_event id, Ref<const CommandName> name)
    : WatchedCommand(id, std::move(name)), queue_(std::move(queue)) {
  queue_->watched().add(*this);
}
CommandEvent::CommandEvent(Ref<NativeContext> context, cl_event id)
    : WatchedCommand(id), context_(std::move(context)) {}

CommandEvent::~CommandEvent() {
  if (queue_) {
    queue_->watched().keep_watching(*this, queue_->errors());
  } else if (id() != nullptr) {
    clReleaseEvent(id());
  }
  for (cl_event part : parts_) clReleaseEvent(part);
}

std::vector<cl_event> CommandEvent::natives() const {
  if (!parts_.empty()) return parts_;
  return id() == nullptr ? std::vector<cl_event>() : std::vector{id()};
}

void CommandEvent::stand_for(const std::vector<cl_event>& parts) {
  for (cl_event part : parts) {
    clRetainEvent(part);
    parts_.push_back(part);
  }
}

cl_int CommandEvent::native_status() const {
  if (id() == nullptr) return CL_COMPLETE;
  cl_int status = CL_QUEUED;
  check(clGetEventInfo(id(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "clGetEventInfo");
  return status;
}

bool CommandEvent::is_known_complete() {
  return id() == nullptr || (queue_ && !queue_->watched().may_be_open(*this));
}

bool CommandEvent::is_complete() {
  return is_known_complete() || native_status() <= CL_COMPLETE;
}

bool CommandEvent::is_discarded() const {
  return queue_ && queue_->discards_events();
}

Event& usable_event(cleave_sycl_event* handle) {
  auto& event = object_of<Event>(handle);
  const CommandEvent* const command = event.of_command();
  if (command != nullptr && command->is_discarded()) {
    fail(Code::invalid,
         "the event is one of a queue with discard_events, which nobody waits for: wait for the "
         "queue");
  }
  return event;
}

CommandEvent& usable_command(cleave_sycl_event* handle) {
  return *usable_event(handle).of_command();
}

int32_t CommandEvent::status() {
  enum Status : int32_t { submitted, running, complete, unknown };
  if (is_discarded()) return unknown;
  if (queue_) check(clFlush(queue_->id()), "clFlush");
  const cl_int status = native_status();
  if (status <= CL_COMPLETE) return complete;
  return status == CL_RUNNING ? running : submitted;
}

cl_event CommandEvent::in(NativeContext& context) {
  if (id() == nullptr) return nullptr;
  if (queue_) check(clFlush(queue_->id()), "clFlush");
  if ((queue_ ? &queue_->native() : context_.get()) == &context) {
    clRetainEvent(id());
    return id();
  }
  return follow(id(), context);
}

void CommandEvent::wait() {
  if (id() == nullptr) return;
  const cl_event waited_for = id();
  const cl_int error = clWaitForEvents(1, &waited_for);
  if (error != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST || !queue_) {
    check(error, "clWaitForEvents");
  }
  if (queue_) {
    queue_->watched().see_end(*this, error == CL_SUCCESS ? CL_COMPLETE : native_status(),
                              queue_->errors());
    queue_->kept().destroy_until(waited_for);
  }
  forget_wait_list();
}

cl_event Event::in(const Queue& queue) {
  return in(queue.native());
}

cl_event CommandEvent::in(const Queue& queue) {
  if (id() == nullptr || queue_.get() != &queue) return in(queue.native());
  clRetainEvent(id());
  return id();
}

bool CommandEvent::precedes_all_of(const Queue& queue) const {
  return queue_.get() == &queue && queue.is_in_order();
}

bool CommandEvent::ends_after(const Event& earlier) const {
  return queue_ && earlier.precedes_all_of(*queue_);
}

uint64_t CommandEvent::profiling(uint32_t what) const {
  constexpr cl_profiling_info infos[] = {CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                                         CL_PROFILING_COMMAND_END};
  if (what >= std::size(infos)) {
    fail(Code::invalid, "this libcleave-sycl.so.1 knows less of events than the program asks");
  }
  if (id() == nullptr || (queue_ && !queue_->has_profiling())) {
    fail(Code::invalid, "get_profiling_info: the queue was made without enable_profiling");
  }
  const cl_event waited_for = id();
  const cl_int waited = clWaitForEvents(1, &waited_for);
  if (waited != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) check(waited, "clWaitForEvents");
  cl_ulong nanoseconds = 0;
  check(clGetEventProfilingInfo(id(), infos[what], sizeof nanoseconds, &nanoseconds, nullptr),
        "clGetEventProfilingInfo");
  return nanoseconds;
}

std::vector<Ref<Event>> CommandEvent::wait_list() {
  std::vector<Ref<Event>> open;
  const std::lock_guard lock(mutex_);
  for (const Ref<Event>& event : wait_list_) {
    if (!event->is_complete()) open.push_back(event);
  }
  return open;
}

void CommandEvent::set_wait_list(EventList&& events) {
  for (const Ref<Event>& event : events) {
    CommandEvent* const command = event->of_command();
    if (command == nullptr) continue;
    add_other_queues(*command);
    chain_ = std::max(chain_, command->chain_ + 1);
  }
  if (chain_ > longest_chain) {
    for (const Ref<Event>& event : events) {
      if (CommandEvent* const command = event->of_command()) command->forget_wait_list();
    }
    chain_ = 1;
  }
  has_waited_ = !events.empty();
  wait_list_ = std::move(events);
}

void CommandEvent::add_other_queues(CommandEvent& dependency) {
  if (!dependency.queue_ || (dependency.queue_ == queue_ && dependency.other_queues_.empty())) {
    return;
  }
  const bool is_complete = dependency.is_complete();
  const auto add = [&](const Ref<Queue>& queue) {
    if (queue == queue_ || std::ranges::find(other_queues_, queue) != other_queues_.end()) return;
    if (is_complete && !queue->may_have_errors_of_ended()) return;
    other_queues_.push_back(queue);
  };
  add(dependency.queue_);
  for (const auto& queue : dependency.other_queues_) add(queue);
  // A chain of commands over ever new queues keeps no queue whose commands have all ended well.
  constexpr size_t many_queues = 8;
  if (other_queues_.size() > many_queues) {
    std::erase_if(other_queues_, [](const Ref<Queue>& queue) { return !queue->may_have_errors(); });
  }
}

void CommandEvent::throw_asynchronous() {
  if (queue_) queue_->throw_asynchronous();
  for (const auto& queue : other_queues_) queue->throw_asynchronous();
}

void CommandEvent::forget_wait_list() {
  if (!has_waited_) return;
  EventList gone;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  gone = std::move(wait_list_);
}

HostEvent::~HostEvent() {
  complete();
}

cl_event HostEvent::in(NativeContext& context) {
  const std::lock_guard lock(mutex_);
  if (is_complete_) return nullptr;
  cl_int error = CL_SUCCESS;
  const cl_event made = clCreateUserEvent(context.id(), &error);
  check(error, "clCreateUserEvent");
  clRetainEvent(made);
  waited_for_.push_back(made);
  return made;
}

void HostEvent::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_complete_; });
}

bool HostEvent::is_complete() {
  const std::lock_guard lock(mutex_);
  return is_complete_;
}

void HostEvent::complete() {
  std::vector<cl_event> followers;
  {
    const std::lock_guard lock(mutex_);
    is_complete_ = true;
    followers.swap(waited_for_);
  }
  changed_.notify_all();
  for (cl_event follower : followers) {
    clSetUserEventStatus(follower, CL_COMPLETE);
    clReleaseEvent(follower);
  }
}

WaitList::~WaitList() {
  for (cl_uint i = 0; i < count_; ++i) clReleaseEvent(data()[i]);
}

void WaitList::push(cl_event event) {
  if (count_ < few) {
    first_[count_++] = event;
    return;
  }
  if (count_ == few) all_.assign(first_.begin(), first_.end());
  all_.push_back(event);
  ++count_;
}

void WaitList::add(Event& event, const Queue& queue) {
  if (event.precedes_all_of(queue) || event.is_known_complete()) return;
  if (const cl_event native = event.in(queue)) push(native);
}

void WaitList::add(Event& event, NativeContext& context) {
  if (!event.is_complete()) add_always(event, context);
}

void WaitList::add_retained(cl_event event) {
  check(clRetainEvent(event), "clRetainEvent");
  push(event);
}

void WaitList::add_always(Event& event, NativeContext& context) {
  if (const cl_event native = event.in(context)) push(native);
}

}  // namespace cleave::sycl
