// Holds events: what tells of a command, or of the host's access to a buffer (SYCL 2020, 4.6.6).
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "support/pool.h"
#include "support/short_list.h"
#include "sycl/context.h"
#include "sycl/object.h"
#include "sycl/opencl.h"
#include "sycl/watched_commands.h"

namespace cleave::sycl {

class CommandEvent;
class Event;
class Queue;

/// Events that a command waits for: few, most often.
using EventList = support::ShortList<Ref<Event>, 3>;

/// Thread-safe.
class Event : public Object {
 public:
  /// Returns what a command waits for, as OpenCL takes it: an event of the command's own context, which the
  /// caller releases; null if it is complete.
  [[nodiscard]] virtual cl_event in(NativeContext& context) = 0;
  /// Returns when it is complete, well or not.
  virtual void wait() = 0;
  [[nodiscard]] virtual bool is_complete() = 0;
  /// True when it is known to be complete: asks the driver for nothing, so that what has gathered in its queue stays there.
  [[nodiscard]] virtual bool is_known_complete() = 0;
  /// The event as that of a command; null: it is none.
  [[nodiscard]] virtual CommandEvent* of_command() { return nullptr; }
  /// The same for a command of this queue: it may be one, which waits there already.
  [[nodiscard]] virtual cl_event in(const Queue& queue);
  /// True when it is a command of this queue, whose commands run in order: nobody needs to wait for it.
  [[nodiscard]] virtual bool precedes_all_of(const Queue&) const { return false; }
  /// True when it is known to be complete, and it tells a command of this queue nothing: no queue but this one may have
  /// errors of it or of what it waited for.
  [[nodiscard]] virtual bool is_over_for(const Queue& queue) = 0;
  /// True when both are commands of one queue, whose commands run in order.
  /// Precondition: this one was submitted later.
  [[nodiscard]] virtual bool ends_after(const Event&) const { return false; }
};

/// A command of a queue, or of none.
class CommandEvent final : public Event,
                           public WatchedCommand,
                           public support::Pooled<CommandEvent> {
 public:
  /// Complete from the start.
  CommandEvent();
  /// Takes over the OpenCL event.
  CommandEvent(Ref<Queue> queue, cl_event id, Ref<const CommandName> name = nullptr);
  /// Takes over an OpenCL event that is none of a queue here.
  CommandEvent(Ref<NativeContext> context, cl_event id);
  ~CommandEvent() override;

  [[nodiscard]] cl_event in(NativeContext& context) override;
  void wait() override;
  [[nodiscard]] bool is_complete() override;
  [[nodiscard]] bool is_known_complete() override;
  [[nodiscard]] CommandEvent* of_command() override { return this; }
  [[nodiscard]] cl_event in(const Queue& queue) override;
  [[nodiscard]] bool precedes_all_of(const Queue& queue) const override;
  [[nodiscard]] bool is_over_for(const Queue& queue) override {
    return queue_.get() == &queue && other_queues_.empty() && is_known_complete();
  }
  [[nodiscard]] bool ends_after(const Event& earlier) const override;

  [[nodiscard]] Queue* queue() const { return queue_.get(); }
  /// True of commands of queues whose events nobody may use.
  [[nodiscard]] bool is_discarded() const;
  /// The events of OpenCL that it is of: those that it was made of, or its own.
  [[nodiscard]] std::vector<cl_event> natives() const;
  /// Says which events of the application its own one stands for, and retains them. Called before others see it.
  void stand_for(const std::vector<cl_event>& parts);
  /// The number of sycl::info::event_command_status.
  [[nodiscard]] int32_t status();
  /// By the numbers of sycl::info::event_profiling.
  [[nodiscard]] uint64_t profiling(uint32_t what) const;
  /// The commands that it waits for, as far as they have not ended.
  [[nodiscard]] std::vector<Ref<Event>> wait_list();
  /// Keeps them; called before others see the event. Once in a while those of these events are forgotten, so that a chain of
  /// commands does not grow.
  void set_wait_list(EventList&& events);
  /// Gives the errors of its queue, and of those that its dependencies are of, to the handlers.
  void throw_asynchronous();

 private:
  [[nodiscard]] cl_int native_status() const;
  void forget_wait_list();
  void add_other_queues(CommandEvent& dependency);

  Ref<Queue> queue_;
  Ref<NativeContext> context_;   // of an event that is of no queue
  std::vector<cl_event> parts_;  // of the application, if they are several
  /// The longest chain of events, each of which keeps the next one in its wait list.
  static constexpr uint32_t longest_chain = 16;

  std::mutex mutex_;
  EventList wait_list_;
  // These change before others see the event. Of its dependencies, and of theirs:
  std::vector<Ref<Queue>> other_queues_;
  uint32_t chain_ = 0;  // the events of the longest chain that it keeps, at most
  bool has_waited_ = false;
};

/// Returns the event of a handle. Fails with errc::invalid where it is of a queue that discards them.
[[nodiscard]] Event& usable_event(cleave_sycl_event* handle);
[[nodiscard]] CommandEvent& usable_command(cleave_sycl_event* handle);

/// Complete when the host says so.
class HostEvent final : public Event {
 public:
  ~HostEvent() override;
  [[nodiscard]] cl_event in(NativeContext& context) override;
  void wait() override;
  [[nodiscard]] bool is_complete() override;
  [[nodiscard]] bool is_known_complete() override { return is_complete(); }
  [[nodiscard]] bool is_over_for(const Queue&) override { return is_complete(); }
  void complete();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_complete_ = false;
  std::vector<cl_event> waited_for_;  // user events, which complete with this one
};

/// Events of one context that a command waits for; they are released at the end.
class WaitList {
 public:
  WaitList() = default;
  WaitList(const WaitList&) = delete;
  WaitList& operator=(const WaitList&) = delete;
  ~WaitList();

  /// Adds the event, if it is not known to be complete and does not precede all of the queue anyway.
  void add(Event& event, const Queue& queue);
  void add(Event& event, NativeContext& context);
  /// The same of one that may be complete already, so that its error counts.
  void add_always(Event& event, NativeContext& context);
  /// Adds an event of OpenCL, which it retains.
  void add_retained(cl_event event);

  [[nodiscard]] cl_uint count() const { return count_; }
  [[nodiscard]] const cl_event* data() const {
    if (count_ == 0) return nullptr;
    return count_ <= few ? first_.data() : all_.data();
  }

 private:
  static constexpr cl_uint few = 8;  // need no memory of their own

  void push(cl_event event);

  cl_uint count_ = 0;
  std::array<cl_event, few> first_;
  std::vector<cl_event> all_;  // where there are more
};

}  // namespace cleave::sycl
