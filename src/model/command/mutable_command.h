// Implements handles of recorded commands (cl_khr_command_buffer_mutable_dispatch).
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "model/command/queue.h"
#include "model/command/requests.h"
#include "model/handle.h"
#include "model/program/kernel.h"

namespace cleave::model::command {

class CommandBuffer;

/// A launch as it is recorded for changes.
struct MutableDispatch {
  support::Ref<program::Kernel> kernel;  // as the application gave it
  /// The launch, of a kernel that nobody else has, with the arguments and accesses of this command.
  LaunchRequest request;
  std::array<size_t, 3> local_size = {0, 0, 0};  // as the application gave it; zeros: it did not
  cl_bitfield fields = 0;  // cl_mutable_dispatch_fields_khr: those that may be changed
};

/// A launch of a command-buffer, as the application knows it. Lives as long as the buffer.
/// Thread-safe.
///
/// A change is made from a copy of the launch, without a lock, and takes effect only if no other
/// has come meanwhile: optimistic concurrency control, by the number of changes. That is counted
/// behind the change (release) and read before the copy (acquire), so a copy is at least as new as
/// its number. Numbers are compared, and changes made, under the lock of the buffer.
class MutableCommand : public ClObject<MutableCommand> {
 public:
  struct Request {
    support::Ref<Queue> queue;
    std::vector<cl_properties> property_list;  // as given, with its terminator; may be empty
    MutableDispatch dispatch;
  };
  /// `buffer` keeps the command and is not looked at here; `index`: among its commands.
  MutableCommand(CommandBuffer* buffer, uint32_t index, Request request)
      : buffer_(buffer), index_(index), request_(std::move(request)) {}

  [[nodiscard]] CommandBuffer* buffer() const { return buffer_; }
  [[nodiscard]] uint32_t index() const { return index_; }
  [[nodiscard]] Queue& queue() const { return *request_.queue; }
  [[nodiscard]] const std::vector<cl_properties>& property_list() const {
    return request_.property_list;
  }
  /// Returns the facts of its kernel on the queue's device.
  [[nodiscard]] const compiler::interface::KernelFacts& facts() const {
    return request_.dispatch.kernel->on(request_.queue->device()).facts();
  }
  /// Returns the launch as it was recorded or changed last.
  [[nodiscard]] MutableDispatch dispatch() const {
    const std::scoped_lock lock(mutex_);
    return request_.dispatch;
  }
  /// Returns the same without a copy. Precondition: the caller holds CommandBuffer::hold(), under
  /// which alone launches are changed.
  [[nodiscard]] const MutableDispatch& held_dispatch() const { return request_.dispatch; }
  /// Returns how often the launch has been changed.
  [[nodiscard]] uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

 private:
  friend class CommandBuffer;
  // Called under the lock of the buffer.
  void set_dispatch(MutableDispatch&& dispatch) {
    {
      const std::scoped_lock lock(mutex_);
      request_.dispatch = std::move(dispatch);
    }
    count_change();
  }
  void set_value(size_t argument, std::span<const std::byte> bytes) {
    request_.dispatch.request.kernel->set_value(argument, bytes);
    count_change();
  }
  void count_change() {
    changes_.store(changes_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  CommandBuffer* const buffer_;
  const uint32_t index_;
  std::atomic<uint64_t> changes_{0};
  mutable std::mutex mutex_;  // of request_.dispatch
  Request request_;
};

}  // namespace cleave::model::command
