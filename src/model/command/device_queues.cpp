#include "model/command/device_queues.h"

#include <algorithm>
#include <cstring>
#include <list>
#include <mutex>

#include "os/fork.h"

namespace cleave::model::command {
namespace {

struct DefaultQueue {
  const Context* context;  // which the queue keeps, as it keeps the device
  const Device* device;
  const HandleHeader* queue;
};

/// The default queues of all contexts, since queues are made and go in forked children too.
struct DefaultQueues {
  os::ForkSafeMutex mutex;
  std::list<DefaultQueue> queues;  // no memory stays when the last one goes

  static DefaultQueues& instance() {
    static auto& one = *new DefaultQueues;
    return one;
  }
  /// Returns the entry of the device, null: there is none. Precondition: the mutex is held.
  [[nodiscard]] DefaultQueue* find(const Context& context, const Device& device) {
    const auto entry = std::ranges::find_if(queues, [&](const DefaultQueue& one) {
      return one.context == &context && one.device == &device;
    });
    return entry == queues.end() ? nullptr : &*entry;
  }
  void remove(const HandleHeader* queue) {
    std::erase_if(queues, [&](const DefaultQueue& one) { return one.queue == queue; });
  }
};

const HandleHeader* handle_of_queue(const Queue& queue) {
  return Slab::header(const_cast<Queue*>(&queue));
}

/// Returns the handle of the device's default queue, of which the application holds one reference
/// more; null: there is none.
const HandleHeader* retain_default_queue(const Context& context, const Device& device) {
  DefaultQueues& defaults = DefaultQueues::instance();
  const std::scoped_lock lock(defaults.mutex);
  const DefaultQueue* const entry = defaults.find(context, device);
  return entry != nullptr && Queue::retain(entry->queue) ? entry->queue : nullptr;
}

/// Makes the queue the default of its device. False, and nothing is done, if there is one.
bool add_default_queue(const Queue& queue) {
  DefaultQueues& defaults = DefaultQueues::instance();
  const std::scoped_lock lock(defaults.mutex);
  if (DefaultQueue* const entry = defaults.find(queue.context(), queue.device())) {
    if (Queue::is_live(entry->queue)) return false;
    entry->queue = handle_of_queue(queue);
    return true;
  }
  defaults.queues.push_back({&queue.context(), &queue.device(), handle_of_queue(queue)});
  return true;
}

}  // namespace

support::Ref<Queue> default_queue(const Context& context, const Device& device) {
  DefaultQueues& defaults = DefaultQueues::instance();
  const std::scoped_lock lock(defaults.mutex);
  const DefaultQueue* const entry = defaults.find(context, device);
  return Queue::find(entry == nullptr ? nullptr : entry->queue);
}

support::Ref<Queue> nearest_default_queue(const Context& context, const Device& device) {
  support::Ref<Queue> queue;
  for (const Device* each = &device; each != nullptr && !queue; each = each->parent()) {
    queue = default_queue(context, *each);
  }
  return queue;
}

support::Result<cl_command_queue> give_default_queue(Queue::Request request) {
  for (;;) {
    if (const HandleHeader* there = retain_default_queue(*request.context, *request.device)) {
      return reinterpret_cast<cl_command_queue>(const_cast<HandleHeader*>(there));
    }
    auto queue = Queue::create(request);
    if (!queue.ok()) return queue.status();
    const support::Ref<Queue> made = queue.value();
    auto* const handle = give_handle<cl_command_queue>(std::move(queue).value());
    bool is_added = false;  // false: another thread was faster
    try {
      is_added = add_default_queue(*made);
    } catch (...) {
      static_cast<void>(Queue::release(handle));
      throw;
    }
    if (is_added) return handle;
    static_cast<void>(Queue::release(handle));
  }
}

void replace_default_queue(const Queue& queue) {
  DefaultQueues& defaults = DefaultQueues::instance();
  const std::scoped_lock lock(defaults.mutex);
  if (DefaultQueue* const entry = defaults.find(queue.context(), queue.device())) {
    entry->queue = handle_of_queue(queue);
  } else {
    defaults.queues.push_back({&queue.context(), &queue.device(), handle_of_queue(queue)});
  }
}

void release_default_queue(const Queue& queue) {
  DefaultQueues& defaults = DefaultQueues::instance();
  const std::scoped_lock lock(defaults.mutex);
  if (queue.api_references() == 0) defaults.remove(handle_of_queue(queue));
}

void remove_default_queue(const Queue& queue) {
  DefaultQueues& defaults = DefaultQueues::instance();
  const std::scoped_lock lock(defaults.mutex);
  defaults.remove(handle_of_queue(queue));
}

support::Ref<Queue> find_device_queue(const void* handle, const Context& context) {
  support::Ref<Queue> queue = Queue::find(handle);
  const bool is_right = queue && queue->on_device() != nullptr && &queue->context() == &context;
  return is_right ? queue : nullptr;
}

support::Ref<Queue> find_device_queue(const program::ArgumentValue& value, const Context& context) {
  cl_command_queue handle = nullptr;
  std::memcpy(&handle, value.bytes.data(), sizeof handle);
  return find_device_queue(handle, context);
}

std::optional<size_t> find_unset_argument(const program::Kernel& kernel) {
  return kernel.find_unset_argument([&](const program::ArgumentValue& queue) {
    return bool(find_device_queue(queue, kernel.context()));
  });
}

}  // namespace cleave::model::command
