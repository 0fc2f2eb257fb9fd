#include "model/command/default_queues.h"

#include <algorithm>
#include <mutex>

#include "model/command/queue.h"
#include "support/os/fork.h"

namespace cleave::model {
namespace {

/// Of all contexts: their queues are made and gone in forked children too.
support::ForkSafeMutex& mutex() {
  static auto& one = *new support::ForkSafeMutex;
  return one;
}

const HandleHeader* handle_of_queue(const Queue& queue) {
  return Slab::header(const_cast<Queue*>(&queue));
}

}  // namespace

const HandleHeader* DefaultQueues::handle(const Device& device) const {
  const auto place = std::ranges::find(queues_, &device, &Entry::first);
  return place == queues_.end() ? nullptr : place->second;
}

support::Ref<Queue> DefaultQueues::find(const Device& device) const {
  const std::scoped_lock lock(mutex());
  return Queue::find(handle(device));
}

support::Ref<Queue> DefaultQueues::find_nearest(const Device& device) const {
  support::Ref<Queue> queue;
  for (const Device* each = &device; each != nullptr && !queue; each = each->parent()) {
    queue = find(*each);
  }
  return queue;
}

const HandleHeader* DefaultQueues::retain(const Device& device) const {
  const std::scoped_lock lock(mutex());
  const HandleHeader* const queue = handle(device);
  return queue != nullptr && Queue::retain(queue) ? queue : nullptr;
}

bool DefaultQueues::add(const Queue& queue) {
  const std::scoped_lock lock(mutex());
  const HandleHeader* const other = handle(queue.device());
  if (other != nullptr && Queue::is_live(other)) return false;
  std::erase_if(queues_, [&](const Entry& one) { return one.second == other; });
  queues_.emplace_back(&queue.device(), handle_of_queue(queue));
  return true;
}

void DefaultQueues::replace(const Queue& queue) {
  const std::scoped_lock lock(mutex());
  const auto place = std::ranges::find(queues_, &queue.device(), &Entry::first);
  if (place != queues_.end()) {
    place->second = handle_of_queue(queue);
  } else {
    queues_.emplace_back(&queue.device(), handle_of_queue(queue));
  }
}

void DefaultQueues::on_released(const Queue& queue) {
  const std::scoped_lock lock(mutex());
  if (queue.api_references() != 0) return;
  std::erase_if(queues_, [&](const Entry& one) { return one.second == handle_of_queue(queue); });
}

void DefaultQueues::remove(const Queue& queue) {
  const std::scoped_lock lock(mutex());
  std::erase_if(queues_, [&](const Entry& one) { return one.second == handle_of_queue(queue); });
}

}  // namespace cleave::model
