// Runs the threads that hold mutexes.
#include "sycl/host_mutex.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "sycl/buffer.h"
#include "sycl/failure.h"
#include "sycl/thread_pool.h"

namespace cleave::sycl {
namespace {

/// Calls the function with memory of a buffer, mapped.
template <class Function>
void with_mapped(NativeContext& context, cl_mem memory, cl_map_flags flags, size_t bytes,
                 const Function& function) {
  const cl_command_queue queue = context.service_queue();
  cl_int error = CL_SUCCESS;
  void* const mapped =
      clEnqueueMapBuffer(queue, memory, CL_TRUE, flags, 0, bytes, 0, nullptr, nullptr, &error);
  check(error, "clEnqueueMapBuffer");
  function(mapped);
  check(clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr),
        "clEnqueueUnmapMemObject");
  check(clFinish(queue), "clFinish");
}

/// Memory that uses the host's is mapped there.
void copy_unless_same(void* to, const void* from, size_t bytes) {
  if (to != from) std::memcpy(to, from, bytes);
}

void bring_from_host(NativeContext& context, const MutexHold::Use& use) {
  const size_t bytes = use.buffer->bytes();
  if (use.host == nullptr || bytes == 0) return;
  with_mapped(context, use.memory, CL_MAP_WRITE_INVALIDATE_REGION, bytes,
              [&](void* mapped) { copy_unless_same(mapped, use.host, bytes); });
}

void bring_to_host(NativeContext& context, const MutexHold::Use& use) {
  const size_t bytes = use.buffer->bytes();
  if (use.host == nullptr || bytes == 0) return;
  with_mapped(context, use.memory, CL_MAP_READ, bytes,
              [&](void* mapped) { copy_unless_same(use.host, mapped, bytes); });
}

}  // namespace

MutexHold::MutexHold(Ref<Queue> queue, std::vector<Use> uses)
    : queue_(std::move(queue)), uses_(std::move(uses)) {
  // All threads lock mutexes in one order.
  std::ranges::sort(uses_, std::less<>(), [](const Use& use) { return use.buffer->mutex().state; });
  cl_int error = CL_SUCCESS;
  locked_ = clCreateUserEvent(queue_->native().id(), &error);
  check(error, "clCreateUserEvent");
  for (const Use& use : uses_) use.buffer->begin_hold();
}

MutexHold::~MutexHold() {
  clReleaseEvent(locked_);
  if (command_ != nullptr) clReleaseEvent(command_);
  for (const Use& use : uses_) use.buffer->end_hold();
}

std::shared_ptr<MutexHold> MutexHold::open(Queue& queue, WaitList& waits, std::vector<Use> uses) {
  ThreadPool& threads = ThreadPool::of_mutexes();
  threads.start();
  auto hold = std::make_shared<MutexHold>(Ref(&queue), std::move(uses));
  using Shared = std::shared_ptr<MutexHold>;
  if (!queue.is_in_order() && waits.count() == 0) {
    waits.add_retained(hold->locked_);
    threads.add([hold] { hold->run(); });
    return hold;
  }
  cl_event ready = nullptr;
  check(clEnqueueMarkerWithWaitList(queue.id(), waits.count(), waits.data(), &ready),
        "clEnqueueMarkerWithWaitList");
  auto copy = std::make_unique<Shared>(hold);
  waits.add_retained(hold->locked_);
  const cl_int error = clSetEventCallback(
      ready, CL_COMPLETE,
      [](cl_event, cl_int, void* state) {
        const std::unique_ptr<Shared> its_hold(static_cast<Shared*>(state));
        ThreadPool::of_mutexes().add([held = *its_hold] { held->run(); });
      },
      copy.get());
  clReleaseEvent(ready);
  check(error, "clSetEventCallback");
  static_cast<void>(copy.release());
  return hold;
}

void MutexHold::close(cl_event command) noexcept {
  if (command != nullptr) {
    clRetainEvent(command);
    clFlush(queue_->id());
  }
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    command_ = command;
  }
  changed_.notify_all();
}

cl_event MutexHold::wait_for_command() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_closed_; });
  return command_;
}

void MutexHold::for_each_mutex(void (*cleave_sycl_mutex::*function)(void*)) const {
  const void* last = nullptr;
  for (const Use& use : uses_) {
    const cleave_sycl_mutex& its_mutex = use.buffer->mutex();
    if (its_mutex.state != last) (its_mutex.*function)(its_mutex.state);
    last = its_mutex.state;
  }
}

void MutexHold::run() noexcept {
  for_each_mutex(&cleave_sycl_mutex::lock);
  NativeContext& context = queue_->native();
  try {
    for (const Use& use : uses_) {
      if (use.reads) bring_from_host(context, use);
    }
    clSetUserEventStatus(locked_, CL_COMPLETE);
    if (const cl_event command = wait_for_command()) {
      clWaitForEvents(1, &command);
      for (const Use& use : uses_) {
        if (use.writes) bring_to_host(context, use);
      }
    }
  } catch (const Failure& failure) {
    // An event that has ended stays as it is.
    clSetUserEventStatus(locked_,
                         failure.opencl_code < 0 ? failure.opencl_code : CL_OUT_OF_RESOURCES);
    queue_->errors().add(failure);
  }
  for_each_mutex(&cleave_sycl_mutex::unlock);
}

}  // namespace cleave::sycl
