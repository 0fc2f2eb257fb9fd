// Holds queues (SYCL 2020, 4.6.5).
#pragma once

#include <atomic>
#include <mutex>

#include "sycl/async_errors.h"
#include "sycl/context.h"
#include "sycl/device.h"
#include "sycl/event.h"
#include "sycl/kept_boxes.h"
#include "sycl/object.h"
#include "sycl/watched_commands.h"

namespace cleave::sycl {

/// Its destructor waits for nothing.
class Queue final : public Object {
 public:
  Queue(Ref<Context> context, Ref<Device> device, uint32_t flags,
        const cleave_sycl_async_handler& handler);
  /// Shares one of the application.
  Queue(Ref<Context> context, Ref<Device> device, uint32_t flags, cl_command_queue id,
        const cleave_sycl_async_handler& handler);
  ~Queue() override;

  [[nodiscard]] cl_command_queue id() const { return id_; }
  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] NativeContext& native() const { return context_->native(); }
  [[nodiscard]] Device& device() const { return *device_; }
  /// The device whose programs its kernels are of: OpenCL's parts run programs that were built for their root.
  [[nodiscard]] Device& code_device() const { return code_device_; }
  [[nodiscard]] const UnifiedMemoryFunctions& unified_memory() const {
    return device_->platform().unified_memory();
  }
  /// Bits of CLEAVE_SYCL_QUEUE_….
  [[nodiscard]] uint32_t flags() const { return flags_; }
  [[nodiscard]] bool is_in_order() const { return (flags_ & CLEAVE_SYCL_QUEUE_IN_ORDER) != 0; }
  [[nodiscard]] bool has_profiling() const { return (flags_ & CLEAVE_SYCL_QUEUE_PROFILING) != 0; }
  /// True of queues whose events nobody may use.
  [[nodiscard]] bool discards_events() const {
    return (flags_ & CLEAVE_SYCL_QUEUE_DISCARDS_EVENTS) != 0;
  }
  [[nodiscard]] AsyncErrors& errors() { return errors_; }
  [[nodiscard]] WatchedCommands& watched() { return watched_; }
  /// The boxes that its commands keep until they have ended.
  [[nodiscard]] KeptBoxes& kept() { return kept_; }
  /// False when all commands have ended, and all errors have been handed over.
  [[nodiscard]] bool may_have_errors();
  /// False when the errors of commands that have ended have been handed over.
  [[nodiscard]] bool may_have_errors_of_ended();

  /// Until all that was submitted has ended.
  void wait();
  /// True when all that was submitted has ended.
  [[nodiscard]] bool is_empty();
  void flush();
  /// Notes a barrier, which commands of OpenCL wait for anyway.
  void note_barrier(cl_event barrier);
  /// Returns the last barrier, which the caller releases; null where there is none, or it has ended.
  [[nodiscard]] cl_event open_barrier();
  /// Notes a launch of so many work-items. Programs in SYCL cannot flush: after some launches that are worth a hand-off to
  /// a worker the queue does, so that they run beside what the program does before it waits.
  void note_launch(uint64_t items);
  /// Gives the errors that there are to the handler.
  void throw_asynchronous();

 private:
  Ref<Context> context_;
  Ref<Device> device_;
  Device& code_device_;
  uint32_t flags_;
  AsyncHandler handler_;
  AsyncErrors errors_;
  WatchedCommands watched_;
  KeptBoxes kept_;
  std::atomic<uint32_t> gathered_{
      0};  // launches since the last flush or wait; a lost update does no harm
  std::atomic<bool> has_barrier_{false};
  std::mutex barrier_mutex_;
  cl_event barrier_ = nullptr;
  std::mutex probe_mutex_;
  cl_event probe_ =
      nullptr;  // of a marker behind all commands that is_empty() found open; null: none
  cl_command_queue id_ = nullptr;
};

/// Makes a queue; takes over the handler.
[[nodiscard]] Ref<Queue> make_queue(const cleave_sycl_queue_request& request);

}  // namespace cleave::sycl
