// Makes queues.
#include "sycl/queue.h"

#include <utility>
#include <vector>

#include "sycl/failure.h"
#include "sycl/failure_reports.h"

namespace cleave::sycl {
namespace {

cl_command_queue create(const Context& context, Device& device, uint32_t flags) {
  const auto offered =
      device.value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
  cl_command_queue_properties wanted = 0;
  // A device without queues out of order runs commands in order, which is an order, too.
  if ((flags & CLEAVE_SYCL_QUEUE_IN_ORDER) == 0) {
    wanted |= offered & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  }
  if ((flags & CLEAVE_SYCL_QUEUE_PROFILING) != 0) {
    if ((offered & CL_QUEUE_PROFILING_ENABLE) == 0) {
      fail(Code::feature_not_supported, "queue: the device measures no commands");
    }
    wanted |= CL_QUEUE_PROFILING_ENABLE;
  }
  std::vector<cl_queue_properties> properties{CL_QUEUE_PROPERTIES, wanted};
  constexpr uint32_t priorities = CLEAVE_SYCL_QUEUE_LOW_PRIORITY | CLEAVE_SYCL_QUEUE_HIGH_PRIORITY;
  if ((flags & priorities) != 0 && device.has_extension("cl_khr_priority_hints")) {
    const bool is_low = (flags & CLEAVE_SYCL_QUEUE_LOW_PRIORITY) != 0;
    properties.insert(properties.end(),
                      {CL_QUEUE_PRIORITY_KHR,
                       static_cast<cl_queue_properties>(is_low ? CL_QUEUE_PRIORITY_LOW_KHR
                                                               : CL_QUEUE_PRIORITY_HIGH_KHR)});
  }
  if (const auto& slice = device.slice()) {
    properties.insert(properties.end(), {CL_QUEUE_FAMILY_INTEL, slice->family.number,
                                         CL_QUEUE_INDEX_INTEL, slice->index});
  }
  properties.push_back(0);
  cl_int error = CL_SUCCESS;
  const cl_command_queue made = clCreateCommandQueueWithProperties(
      context.native().id(), device.id(), properties.data(), &error);
  check(error, "clCreateCommandQueueWithProperties");
  if (device.slice()) device.claim_slice(made);
  return made;
}

bool has_ended(cl_event event) {
  cl_int status = CL_QUEUED;
  check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "clGetEventInfo");
  return status <= CL_COMPLETE;
}

Ref<Context> default_context_of(Device& device) {
  if (!device.parent() || device.has_parts_in_contexts()) {
    return Ref(&device.platform().default_context());
  }
  return make_context({Ref(&device)}, {});
}

}  // namespace

Queue::Queue(Ref<Context> context, Ref<Device> device, uint32_t flags,
             const cleave_sycl_async_handler& handler)
    : context_(std::move(context)),
      device_(std::move(device)),
      code_device_(context_->code_device(*device_)),
      flags_(flags),
      watched_(is_in_order(), native().tells_of_failures() ? Failures::told : Failures::asked_for),
      kept_(is_in_order()),
      id_(create(*context_, *device_, flags)) {
  if (!watched_.are_asked_for()) {
    try {
      hear_of_failures(id_, errors_);
    } catch (...) {
      clReleaseCommandQueue(id_);
      throw;
    }
  }
  handler_.take(handler);
}

Queue::Queue(Ref<Context> context, Ref<Device> device, uint32_t flags, cl_command_queue id,
             const cleave_sycl_async_handler& handler)
    : context_(std::move(context)),
      device_(std::move(device)),
      code_device_(context_->code_device(*device_)),
      flags_(flags),
      watched_(is_in_order(), Failures::asked_for),
      kept_(is_in_order()),
      id_(id) {
  check(clRetainCommandQueue(id), "clRetainCommandQueue");
  handler_.take(handler);
}

Queue::~Queue() {
  if (barrier_ != nullptr) clReleaseEvent(barrier_);
  if (probe_ != nullptr) clReleaseEvent(probe_);
  if (!watched_.are_asked_for()) stop_hearing(id_);
  clReleaseCommandQueue(id_);
}

void Queue::note_launch(uint64_t items) {
  // A thread that waits runs kernels of so few work-items sooner than another one comes to them.
  constexpr uint64_t most_small_items = 64;
  constexpr uint32_t most_gathered = 32;
  if (items <= most_small_items) return;
  const uint32_t gathered = gathered_.load(std::memory_order_relaxed) + 1;
  gathered_.store(gathered % most_gathered, std::memory_order_relaxed);
  // The launch is submitted, whatever this says.
  if (gathered == most_gathered) static_cast<void>(clFlush(id_));
}

void Queue::wait() {
  const uint64_t wait = watched_.begin_wait();
  const std::vector<KeptBox> kept = kept_.take_all();
  if (const cl_int error = clFinish(id_); error != CL_SUCCESS) {
    KeptBoxes::leave(kept);
    check(error, "clFinish");
  }
  KeptBoxes::destroy(kept);
  gathered_.store(0, std::memory_order_relaxed);
  watched_.end_wait(wait);
  watched_.look(errors_);
}

void Queue::flush() {
  check(clFlush(id_), "clFlush");
}

void Queue::note_barrier(cl_event barrier) {
  check(clRetainEvent(barrier), "clRetainEvent");
  const std::lock_guard lock(barrier_mutex_);
  if (barrier_ != nullptr) clReleaseEvent(barrier_);
  barrier_ = barrier;
  has_barrier_.store(true, std::memory_order_release);
}

cl_event Queue::open_barrier() {
  if (!has_barrier_.load(std::memory_order_acquire)) return nullptr;
  const std::lock_guard lock(barrier_mutex_);
  if (barrier_ == nullptr) return nullptr;
  if (!has_ended(barrier_)) {
    clRetainEvent(barrier_);
    return barrier_;
  }
  clReleaseEvent(std::exchange(barrier_, nullptr));
  has_barrier_.store(false, std::memory_order_relaxed);
  return nullptr;
}

bool Queue::is_empty() {
  if (watched_.are_asked_for()) return watched_.all_have_ended(errors_);
  // One marker at a time, so that a program which asks again and again does not fill the queue.
  const std::lock_guard lock(probe_mutex_);
  if (probe_ != nullptr) {
    if (!has_ended(probe_)) return false;
    clReleaseEvent(std::exchange(probe_, nullptr));
  }
  check(clEnqueueMarkerWithWaitList(id_, 0, nullptr, &probe_), "clEnqueueMarkerWithWaitList");
  check(clFlush(id_), "clFlush");
  if (!has_ended(probe_)) return false;
  clReleaseEvent(std::exchange(probe_, nullptr));
  return true;
}

bool Queue::may_have_errors() {
  try {
    return !is_empty() || !errors_.is_empty();
  } catch (const Failure&) {
    return true;  // whether it is empty cannot be known
  }
}

bool Queue::may_have_errors_of_ended() {
  // The driver tells of a failure before the command ends.
  return watched_.are_asked_for() ? may_have_errors() : !errors_.is_empty();
}

void Queue::throw_asynchronous() {
  watched_.look(errors_);
  if (errors_.are_there()) deliver(errors_.take(), handler_, context_->handler());
}

Ref<Queue> make_queue(const cleave_sycl_queue_request& request) {
  Device& device = object_of<Device>(request.device);
  auto context = request.context == nullptr ? default_context_of(device)
                                            : Ref(&object_of<Context>(request.context));
  if (!context->has_device(device)) {
    fail(Code::invalid, "queue: the device is not one of the context");
  }
  return support::make_ref<Queue>(std::move(context), Ref(&device), request.flags, request.handler);
}

}  // namespace cleave::sycl
