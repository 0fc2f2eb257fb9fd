// Puts a command into a queue, behind what its command group waits for.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "support/short_list.h"
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
  /// Makes what OpenCL does not order behind the queue's last barrier wait for that.
  void wait_for_barrier();
  /// Adds an event of the queue's context, which it retains.
  void wait_for(cl_event event) { waits_.add_retained(event); }
  /// The command's event goes there.
  [[nodiscard]] cl_event* event() { return &event_; }
  /// The command's name, for messages that come later; of no account where the driver tells of failures.
  void set_name(const Ref<const CommandName>& name) {
    if (queue_.watched().are_asked_for()) name_ = name;
  }
  /// The addresses of the group's buffers.
  [[nodiscard]] std::span<const cl_ulong> buffers() const {
    return {addresses_.data(), addresses_.size()};
  }

  /// Called once, when the command is enqueued. Gives its event to the caller, who may want none.
  void end(cleave_sycl_event** event);

 private:
  /// Buffers that are locked until this goes. A group lists them in the order of their addresses, each once
  /// (buffer_uses::add in the headers, CommandGroup::use), so that threads which lock the same ones do not wait for each
  /// other for ever.
  class Locks {
   public:
    Locks() = default;
    Locks(const Locks&) = delete;
    Locks& operator=(const Locks&) = delete;
    ~Locks() {
      for (const cleave_sycl_access& access : *this) object_of<Buffer>(access.buffer).unlock();
    }
    /// Locks the buffer behind the last one of this list.
    Buffer& lock(const cleave_sycl_access& access) {
      Buffer& buffer = object_of<Buffer>(access.buffer);
      buffer.lock();
      if (count_++ == 0) first_ = &access;
      return buffer;
    }
    [[nodiscard]] const cleave_sycl_access* begin() const { return first_; }
    [[nodiscard]] const cleave_sycl_access* end() const { return first_ + count_; }

   private:
    const cleave_sycl_access* first_ = nullptr;
    size_t count_ = 0;
  };

  void hold_mutexes();

  Queue& queue_;
  WaitList waits_;
  cl_event event_ = nullptr;
  Ref<const CommandName> name_;
  EventList dependencies_;
  support::ShortList<cl_ulong, 8> addresses_;
  Locks locks_;
  std::shared_ptr<MutexHold> hold_;  // of buffers with mutexes; null: there are none
};

}  // namespace cleave::sycl
