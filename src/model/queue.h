// Command-queues (5.1), in order and out of order.
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "model/command.h"
#include "model/context.h"
#include "model/event.h"
#include "model/handle.h"

namespace cleave::model {

class Queue : public Object<Queue> {
 public:
  struct Request {  // checked arguments of clCreateCommandQueue(WithProperties)
    support::Ref<Context> context;
    support::Ref<Device> device;
    cl_command_queue_properties properties = 0;
    std::vector<cl_queue_properties> property_list;  // as given, with its terminator; may be empty
  };
  [[nodiscard]] static support::Result<support::Ref<Queue>> create(Request request);
  explicit Queue(Request request);

  [[nodiscard]] Context& context() const { return *request_.context; }
  [[nodiscard]] Device& device() const { return *request_.device; }
  [[nodiscard]] cl_command_queue_properties properties() const { return request_.properties; }
  [[nodiscard]] const std::vector<cl_queue_properties>& property_list() const {
    return request_.property_list;
  }
  [[nodiscard]] bool is_out_of_order() const {
    return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  }
  [[nodiscard]] bool is_profiled() const { return (properties() & CL_QUEUE_PROFILING_ENABLE) != 0; }

  struct Submission {  // a checked enqueue
    cl_command_type type = 0;
    std::vector<support::Ref<Event>> wait_list;
    Action action;
    std::vector<Access> accesses;
    std::function<void()> at_end;  // see Command
    enum class Order : uint8_t {
      normal,   // after the wait list and what the queue's order and barriers ask for
      marker,   // also after every earlier command of the queue, when the wait list is empty
      barrier,  // as marker, and every later command comes after it
    } order = Order::normal;
  };
  /// Enqueues; gives the command's event. CL_OUT_OF_HOST_MEMORY is its only error.
  [[nodiscard]] support::Result<support::Ref<Event>> submit(Submission submission);
  /// Everything enqueued is on its way to the device: commands start as soon as they can, so there
  /// is nothing to do.
  void flush() {}
  /// Returns when everything enqueued before has ended.
  void finish();
  /// clReleaseCommandQueue flushes.
  void on_released() { flush(); }
  /// A command of this queue has ended; Event calls it.
  void forget(Event& event);

 private:
  void collect_dependencies(const Submission& submission,
                            std::vector<support::Ref<Event>>& dependencies) const;
  void remember(const support::Ref<Event>& event, const Submission& submission);

  Request request_;
  std::mutex mutex_;
  // Commands that have not ended, without those that another one of them comes after for certain:
  // all that finish() and a full marker need. In order: the last command only.
  std::vector<support::Ref<Event>> open_;
  support::Ref<Event> barrier_;  // the last barrier of an out-of-order queue, until it has ended
};

}  // namespace cleave::model
