// Tells of commands, and joins events of several contexts.
#include "sycl/event.h"

#include <algorithm>
#include <utility>

#include "support/error_name.h"
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

CommandEvent::CommandEvent() = default;
CommandEvent::CommandEvent(Ref<Queue> queue, cl_event id) : queue_(std::move(queue)), id_(id) {}
CommandEvent::CommandEvent(Ref<NativeContext> context, cl_event id)
    : context_(std::move(context)), id_(id) {}

CommandEvent::~CommandEvent() {
  if (id_ != nullptr) clReleaseEvent(id_);
}

cl_int CommandEvent::native_status() const {
  if (id_ == nullptr) return CL_COMPLETE;
  cl_int status = CL_QUEUED;
  check(clGetEventInfo(id_, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "clGetEventInfo");
  return status;
}

bool CommandEvent::is_complete() {
  return native_status() <= CL_COMPLETE;
}

int32_t CommandEvent::status() {
  enum Status : int32_t { submitted, running, complete };
  if (queue_) check(clFlush(queue_->id()), "clFlush");
  const cl_int status = native_status();
  if (status <= CL_COMPLETE) return complete;
  return status == CL_RUNNING ? running : submitted;
}

cl_event CommandEvent::in(NativeContext& context) {
  if (id_ == nullptr) return nullptr;
  if (queue_) check(clFlush(queue_->id()), "clFlush");
  if ((queue_ ? &queue_->native() : context_.get()) == &context) {
    clRetainEvent(id_);
    return id_;
  }
  return follow(id_, context);
}

void CommandEvent::wait() {
  if (id_ == nullptr) return;
  const cl_int error = clWaitForEvents(1, &id_);
  if (error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST && queue_) {
    const cl_int status = native_status();
    queue_->errors().add(
        {Code::runtime, "a command ended with " + support::error_name(status), status});
  } else {
    check(error, "clWaitForEvents");
  }
  forget_wait_list();
}

cl_event Event::in(const Queue& queue) {
  return in(queue.native());
}

cl_event CommandEvent::in(const Queue& queue) {
  if (id_ == nullptr || queue_.get() != &queue) return in(queue.native());
  clRetainEvent(id_);
  return id_;
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
  if (id_ == nullptr || (queue_ && !queue_->has_profiling())) {
    fail(Code::invalid, "get_profiling_info: the queue was made without enable_profiling");
  }
  const cl_int waited = clWaitForEvents(1, &id_);
  if (waited != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) check(waited, "clWaitForEvents");
  cl_ulong nanoseconds = 0;
  check(clGetEventProfilingInfo(id_, infos[what], sizeof nanoseconds, &nanoseconds, nullptr),
        "clGetEventProfilingInfo");
  return nanoseconds;
}

std::vector<Ref<Event>> CommandEvent::wait_list() {
  const std::lock_guard lock(mutex_);
  std::erase_if(wait_list_, [](const Ref<Event>& event) { return event->is_complete(); });
  return wait_list_;
}

void CommandEvent::set_wait_list(std::vector<Ref<Event>> events) {
  for (const auto& event : events) {
    if (auto* const command = dynamic_cast<CommandEvent*>(event.get())) {
      for (const auto& before : command->wait_list()) {
        if (auto* const its = dynamic_cast<CommandEvent*>(before.get())) its->forget_wait_list();
      }
    }
  }
  const std::lock_guard lock(mutex_);
  wait_list_ = std::move(events);
}

void CommandEvent::forget_wait_list() {
  std::vector<Ref<Event>> gone;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  gone.swap(wait_list_);
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
  for (cl_event event : events_) clReleaseEvent(event);
}

void WaitList::add(Event& event, const Queue& queue) {
  if (event.precedes_all_of(queue) || event.is_complete()) return;
  if (const cl_event native = event.in(queue)) events_.push_back(native);
}

void WaitList::add(Event& event, NativeContext& context) {
  if (event.is_complete()) return;
  if (const cl_event native = event.in(context)) events_.push_back(native);
}

}  // namespace cleave::sycl
