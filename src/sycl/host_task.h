// Runs host tasks (SYCL 2020, 4.10).
#pragma once

#include <vector>

#include "sycl/buffer.h"
#include "sycl/queue.h"

namespace cleave::sycl {

/// Answers a host task while it runs. Handles of cleave_sycl_interop are addresses of it.
class Interop {
 public:
  /// A buffer that the command group uses, and its object of OpenCL. It is no reference: the destructor of the user's
  /// last one waits for the task.
  struct Use {
    Buffer* buffer = nullptr;
    cl_mem memory = nullptr;
    AccessMode mode = 0;
  };

  Interop(Ref<Queue> queue, std::vector<Use> uses)
      : queue_(std::move(queue)), uses_(std::move(uses)) {}

  [[nodiscard]] Queue& queue() const { return *queue_; }
  [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }
  /// By CLEAVE_SYCL_NATIVE_*; null for others.
  [[nodiscard]] void* native(uint32_t what) const;
  /// errc::invalid for a buffer that the command group does not use.
  [[nodiscard]] cl_mem memory_of(Buffer& buffer) const;

 private:
  Ref<Queue> queue_;
  std::vector<Use> uses_;
};

/// Submits the task, which runs on a thread of the library when all that it waits for has ended; puts its event out if the
/// caller wants it. What the user's code throws goes to the queue's errors. The task's box is taken over, whatever
/// happens.
void host_task(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_host_task& task,
               cleave_sycl_event** event);

}  // namespace cleave::sycl
