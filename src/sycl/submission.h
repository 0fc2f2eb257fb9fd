// Puts a command into a queue, behind what its command group waits for.
#pragma once

#include <vector>

#include "sycl/buffer.h"
#include "sycl/event.h"
#include "sycl/queue.h"

namespace cleave::sycl {

/// The way of one command: it is made, the command is enqueued with `wait_count`, `waits` and `event`, and
/// `end` tells the buffers. The buffers of the group are locked all the time.
class Submission {
 public:
  Submission(Queue& queue, const cleave_sycl_group* group);
  Submission(const Submission&) = delete;
  Submission& operator=(const Submission&) = delete;
  ~Submission() {
    if (event_ != nullptr) clReleaseEvent(event_);
  }

  [[nodiscard]] cl_uint wait_count() const { return waits_.count(); }
  [[nodiscard]] const cl_event* waits() const { return waits_.data(); }
  /// The command's event goes there.
  [[nodiscard]] cl_event* event() { return &event_; }
  /// The addresses of the group's buffers.
  [[nodiscard]] const std::vector<cl_ulong>& buffers() const { return buffers_; }

  /// Called once, when the command is enqueued. Gives its event to the caller, who may want none.
  void end(cleave_sycl_event** event);

 private:
  /// Buffers that are locked, in the order of their addresses.
  struct Locked {
    std::vector<cleave_sycl_access> accesses;
    Locked() = default;
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;
    ~Locked();
  };

  void use_buffers(const cleave_sycl_group& group);

  Queue& queue_;
  WaitList waits_;
  cl_event event_ = nullptr;
  std::vector<Ref<Event>> dependencies_;
  Locked locked_;
  std::vector<cl_ulong> buffers_;
};

}  // namespace cleave::sycl
