// Implements command-queues (5.1): those of the host, in order and out of order, and those of the
// device.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backend/device_queue.h"
#include "model/command/command.h"
#include "model/command/event.h"
#include "model/context.h"
#include "model/handle.h"

namespace cleave::model::command {

/// Commands gather in the queue until somebody wants them to run: flush(), a thread that waits for
/// one of them, a question for their state, a command of another queue that waits for them, the
/// release of the queue, or many of them. A thread that waits before any of the others runs them
/// itself where it may (flush_for_wait()).
///
/// In a child that was forked after the queue was made it only gives errors.
///
/// A queue on the device takes no commands: kernels enqueue kernels to it.
class Queue : public ClObject<Queue> {
 public:
  struct Request {  // checked arguments of clCreateCommandQueue(WithProperties)
    support::Ref<Context> context;
    support::Ref<Device> device;
    cl_command_queue_properties properties = 0;
    cl_uint family = 0;  // of queue_families
    cl_uint index = 0;   // in the family
    backend::Priority priority = backend::Priority::medium;
    cl_uint size = 0;                                // bytes, of a queue on the device
    std::vector<cl_queue_properties> property_list;  // as given, with its terminator; may be empty
  };
  [[nodiscard]] static support::Result<support::Ref<Queue>> create(Request request);
  Queue(Request request, support::Ref<backend::ResourceSet> resources);
  ~Queue();

  [[nodiscard]] Context& context() const { return *request_.context; }
  [[nodiscard]] Device& device() const { return *request_.device; }
  [[nodiscard]] cl_command_queue_properties properties() const { return request_.properties; }
  [[nodiscard]] const std::vector<cl_queue_properties>& property_list() const {
    return request_.property_list;
  }
  [[nodiscard]] cl_uint family() const { return request_.family; }
  [[nodiscard]] cl_uint index() const { return request_.index; }
  /// Returns the units on which its commands run, with their priority: those of the device, or a
  /// slice of them.
  [[nodiscard]] const backend::ResourceSet& resources() const {
    return resources_ ? *resources_ : device().resources();
  }
  /// Returns the view that kernels have of a queue on the device; nullptr: a queue of the host.
  [[nodiscard]] backend::DeviceQueue* on_device() const { return on_device_.get(); }
  /// CL_QUEUE_SIZE of a queue on the device, as it was asked for.
  [[nodiscard]] cl_uint size_on_device() const { return request_.size; }
  /// Returns the memory in which its commands find memory objects, an index of Context::memories().
  [[nodiscard]] uint32_t memory() const { return memory_; }
  [[nodiscard]] bool is_out_of_order() const {
    return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  }
  /// Returns true when its device orders work itself (backend::WorkOrder).
  [[nodiscard]] bool is_of_work_order() const { return is_of_work_order_; }
  [[nodiscard]] bool is_profiled() const { return (properties() & CL_QUEUE_PROFILING_ENABLE) != 0; }

  enum class Order : uint8_t {
    normal,   // after the wait list and what the queue's order and barriers ask for
    marker,   // also after every earlier command of the queue, when the wait list is empty
    barrier,  // as marker, and every later command comes after it
  };
  /// When enqueued work runs, and whether the application knows it.
  struct Schedule {
    std::vector<support::Ref<Event>> wait_list = {};
    CommandChain* chain = nullptr;  // which it joins; lives as long as the call
    Event::Handle handle = Event::Handle::wanted;
    Order order = Order::normal;
  };
  /// Enqueues; gives the command's event. Takes over a reference of the caller's.
  /// CL_OUT_OF_HOST_MEMORY, and CL_OUT_OF_RESOURCES in a forked child.
  [[nodiscard]] static support::Result<support::Ref<Event>> submit(support::Ref<Queue> queue,
                                                                   Work&& work,
                                                                   const Schedule& schedule);
  /// Everything enqueued is on its way to the device when this returns. Nothing in a forked child.
  void flush();
  /// Flushes if a command that has gathered may access the memory.
  void flush_for(const AddressedMemory& memory);
  /// Flushes, and returns when everything enqueued before has ended. CL_OUT_OF_RESOURCES in a
  /// forked child that has anything to wait for.
  [[nodiscard]] support::Status finish();
  /// Flushes for a thread that is about to wait for `wanted`, an event of this queue. The thread
  /// runs what may run on it: launches and transfers that the event depends on, when the device's
  /// hardware allows it to (backend::InlineExecution::may_run_inline).
  void flush_for_wait(const Event& wanted);
  [[nodiscard]] static bool is_this_thread_inline_worker() { return InlineScope::is_this_thread(); }
  /// Runs a function that calls the application on a worker: for inline workers.
  void run_on_worker(std::function<void()> function);
  /// clReleaseCommandQueue flushes. The thread runs the transfers that nothing holds up, as
  /// flush_for_wait() does: programs free the memory that a write reads right after the last
  /// release (LightGBM 4.7 does), which OpenCL does not allow. What is enqueued later, through a
  /// handle that a query gave, starts at once: no release comes any more that would start it.
  void on_released();
  /// True in a child of the process that made the queue.
  [[nodiscard]] bool is_lost_by_fork() const;
  /// A command of this queue has ended; Event calls it.
  void forget(Event& event);

 private:
  friend class JointEntry;
  void enqueue(Event& event, Work&& work, const Schedule& schedule);
  /// The order that a command imposes on others in an out-of-order queue.
  struct OrderRule {
    bool is_after_everything;
    bool is_barrier;
  };
  /// Under the mutex: puts the command behind those of the chain; gives the event that it follows there.
  [[nodiscard]] support::Ref<Event> follow(CommandChain& chain, Command& command);
  // Under the mutex: put a command behind those of the queue; `ordered`, in most cases the same, is
  // linked to what the order of the queue puts before it. The references that the queue lets go of,
  // whose objects must not go under the mutex, come back in `event`, or as a list.
  using Released = std::vector<support::Ref<Event>>;
  [[nodiscard]] Released join(Command& command, Command& ordered, support::Ref<Event>& event,
                              OrderRule rank, size_t weight);
  void join_in_order(Command& ordered, support::Ref<Event>& event);
  [[nodiscard]] Released join_out_of_order(Command& ordered, support::Ref<Event> event,
                                           OrderRule rank);
  [[nodiscard]] Command* take_unflushed();
  /// True when the calling thread may run commands of this queue inline.
  [[nodiscard]] bool may_run_inline() const;

  Request request_;
  const support::Ref<backend::ResourceSet> resources_;  // null: those of the device
  const std::unique_ptr<backend::DeviceQueue> on_device_;
  const uint32_t made_in_;                // the fork generation
  std::atomic<bool> is_released_{false};  // once, if not any more
  const uint8_t memory_;
  const bool is_of_work_order_;
  std::mutex mutex_;
  uint64_t last_number_ = 0;  // of the commands
  Command* first_unflushed_ = nullptr;
  Command* last_unflushed_ = nullptr;
  std::atomic<size_t> unflushed_{0};  // their weights; changed under the mutex
  // In order: the last command, until it has ended; and where other threads see which it is.
  support::Ref<Event> last_;
  std::atomic<const Event*> last_seen_{nullptr};
  // Out of order: commands that have not ended, without those that another one of them comes after
  // for certain: all that finish() and a full marker need. And the last barrier, until it has
  // ended.
  std::vector<support::Ref<Event>> open_;
  support::Ref<Event> barrier_;
};

}  // namespace cleave::model::command
