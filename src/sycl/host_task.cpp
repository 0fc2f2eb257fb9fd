// Puts host tasks into their queues, and runs them on threads of the library.
#include "sycl/host_task.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "support/error_name.h"
#include "sycl/failure.h"
#include "sycl/keeper.h"
#include "sycl/submission.h"
#include "sycl/thread_pool.h"

namespace cleave::sycl {
namespace {

/// A task on its way: it is made, runs, and is deleted when its command has ended.
class Task {
 public:
  /// Takes over the task's box.
  Task(Queue& queue, const cleave_sycl_host_task& task, std::vector<Interop::Use> uses)
      : interop_(Ref(&queue), std::move(uses)), task_(task) {
    cl_int error = CL_SUCCESS;
    done_ = clCreateUserEvent(queue.native().id(), &error);
    check(error, "clCreateUserEvent");
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() {
    if (done_ != nullptr) end(CL_COMPLETE);
    if (task_.box.destroy != nullptr) task_.box.destroy(task_.box.state);
  }

  /// Ends when the task has run.
  [[nodiscard]] cl_event done() const { return done_; }

  /// Runs the task, and deletes it. `status` says how what it waits for has ended: after an error it does not run.
  static void run(std::unique_ptr<Task> task, cl_int status) noexcept {
    Queue& queue = task->interop_.queue();
    if (status >= 0) {
      try {
        task->call();
      } catch (const Failure& failure) {
        queue.errors().add(failure);
      }
    } else if (!queue.watched().are_asked_for()) {
      // The library does not listen to the markers that stand for the task (failure_reports.cpp).
      queue.errors().add(
          {Code::runtime,
           "a host task did not run: what it waits for ended with " + support::error_name(status),
           status});
    }
    // The user's objects go afterwards: the destructor of a buffer waits for its commands.
    task->end(status < 0 ? status : CL_COMPLETE);
  }

 private:
  void call() {
    const Mapped mapped(interop_);
    cleave_sycl_exception thrown{};
    task_.call(task_.box.state, reinterpret_cast<const cleave_sycl_interop*>(&interop_), &thrown);
    if (thrown.box.state == nullptr) return;
    throw Failure{Code::runtime, "a host task ended with an exception", CL_SUCCESS,
                  std::make_shared<const UserException>(thrown)};
  }
  void end(cl_int status) {
    clSetUserEventStatus(done_, status);
    clReleaseEvent(std::exchange(done_, nullptr));
  }

  /// The buffers that the host uses, for as long as the task runs.
  class Mapped {
   public:
    explicit Mapped(const Interop& interop) {
      buffers_.reserve(interop.uses().size());
      try {
        for (const Interop::Use& use : interop.uses()) {
          if ((use.mode & CLEAVE_SYCL_ACCESS_HOST) == 0) continue;
          use.buffer->map_for_task(interop.queue().native(), use.memory, use.mode);
          buffers_.push_back(use.buffer);
        }
      } catch (...) {
        unmap();
        throw;
      }
    }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;
    ~Mapped() { unmap(); }

   private:
    void unmap() noexcept {
      for (Buffer* buffer : buffers_) buffer->unmap_for_task();
    }
    std::vector<Buffer*> buffers_;
  };

  Interop interop_;
  cleave_sycl_host_task task_;
  cl_event done_ = nullptr;
};

void start(std::unique_ptr<Task> task, cl_int status) noexcept {
  ThreadPool::instance().add(
      [task = task.release(), status] { Task::run(std::unique_ptr<Task>(task), status); });
}

/// A thread of the driver calls it.
void CL_CALLBACK start_when_ready(cl_event, cl_int status, void* task) {
  start(std::unique_ptr<Task>(static_cast<Task*>(task)), status);
}

std::vector<Interop::Use> uses_of(Queue& queue, const cleave_sycl_group* group) {
  std::vector<Interop::Use> uses;
  if (group == nullptr) return uses;
  for (size_t i = 0; i < group->access_count; ++i) {
    auto& buffer = object_of<Buffer>(group->accesses[i].buffer);
    uses.push_back({&buffer, buffer.memory_in(queue.native()), group->accesses[i].mode});
  }
  return uses;
}

/// Starts the task when all that it waits for has ended.
void start_behind(Queue& queue, const Submission& submission, std::unique_ptr<Task> task) {
  if (!queue.is_in_order() && submission.wait_count() == 0) {
    start(std::move(task), CL_COMPLETE);
    return;
  }
  cl_event ready = nullptr;
  check(
      clEnqueueMarkerWithWaitList(queue.id(), submission.wait_count(), submission.waits(), &ready),
      "clEnqueueMarkerWithWaitList");
  const cl_int error = clSetEventCallback(ready, CL_COMPLETE, start_when_ready, task.get());
  clReleaseEvent(ready);
  check(error, "clSetEventCallback");
  static_cast<void>(task.release());
}

}  // namespace

void* Interop::native(uint32_t what) const {
  switch (what) {
    case CLEAVE_SYCL_NATIVE_QUEUE:
      return queue_->id();
    case CLEAVE_SYCL_NATIVE_DEVICE:
      return queue_->device().id();
    case CLEAVE_SYCL_NATIVE_CONTEXT:
      return queue_->native().id();
    default:
      return nullptr;
  }
}

cl_mem Interop::memory_of(Buffer& buffer) const {
  const auto found =
      std::ranges::find_if(uses_, [&](const Use& use) { return use.buffer == &buffer; });
  if (found == uses_.end()) {
    fail(Code::invalid, "get_native_mem: the command group does not use the buffer");
  }
  if (!buffer.is_image()) return found->memory;
  const std::lock_guard guard(buffer);
  return buffer.native_in(queue_->native());
}

void host_task(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_host_task& request,
               cleave_sycl_event** event) {
  BoxGuard box(&request.box);
  ThreadPool::instance().start();
  Submission submission(queue, group);
  submission.wait_for_barrier();
  auto task = std::make_unique<Task>(queue, request, uses_of(queue, group));
  box.release();
  const cl_event done = task->done();
  check(clRetainEvent(done), "clRetainEvent");
  const std::unique_ptr<_cl_event, decltype(&clReleaseEvent)> done_guard(done, clReleaseEvent);
  start_behind(queue, submission, std::move(task));
  // The queue has a command that ends with the task, for which later ones of a queue in order, and its own wait, wait.
  check(clEnqueueMarkerWithWaitList(queue.id(), 1, &done, submission.event()),
        "clEnqueueMarkerWithWaitList");
  check(clFlush(queue.id()), "clFlush");
  submission.end(event);
}

}  // namespace cleave::sycl
