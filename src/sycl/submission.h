// Puts a command into a queue, behind what its command group waits for.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "sycl/buffer.h"
#include "sycl/event.h"
#include "sycl/host_mutex.h"
#include "sycl/queue.h"

namespace cleave::sycl {

/// The way of one command: it is made, the command is enqueued with `wait_count`, `waits` and `event`, and
/// `end` tells the buffers. The buffers of the group are locked all the time.
class Submission {
 public:
  Submission(Queue& queue, const cleave_sycl_group* group);
  Submission(const Submission&) = delete;
  Submission& operator=(const Submission&) = delete;
  ~Submission();

  [[nodiscard]] cl_uint wait_count() const { return waits_.count(); }
  [[nodiscard]] const cl_event* waits() const { return waits_.data(); }
  /// The command's event goes there.
  [[nodiscard]] cl_event* event() { return &event_; }
  /// The addresses of the group's buffers.
  [[nodiscard]] std::span<const cl_ulong> buffers() const {
    return lists_ ? std::span<const cl_ulong>(lists_->buffers) : std::span<const cl_ulong>();
  }

  /// Called once, when the command is enqueued. Gives its event to the caller, who may want none.
  void end(cleave_sycl_event** event);

 private:
  /// Lists the buffers of a group. Those that are locked are in the order of their addresses.
  struct Lists {
    std::array<std::byte, 256> room;  // of most lists
    std::pmr::monotonic_buffer_resource memory{room.data(), room.size()};
    std::pmr::vector<cleave_sycl_access> locked{&memory};
    std::pmr::vector<cl_ulong> buffers{&memory};
    Lists() = default;
    Lists(const Lists&) = delete;
    Lists& operator=(const Lists&) = delete;
    ~Lists();
  };

  void use_buffers(const cleave_sycl_group& group);
  void hold_mutexes();

  Queue& queue_;
  WaitList waits_;
  cl_event event_ = nullptr;
  std::vector<Ref<Event>> dependencies_;
  std::optional<Lists> lists_;
  std::shared_ptr<MutexHold> hold_;  // of buffers with mutexes; null: there are none
};

}  // namespace cleave::sycl
