// Knows the default queue on each device of a context (5.1).
#pragma once

#include <utility>
#include <vector>

#include "model/handle.h"

namespace cleave::model {

class Device;
class Queue;

/// Keeps none of the queues alive: with the application's last reference a queue stops being the
/// default. Thread-safe, in forked children too.
class DefaultQueues {
 public:
  DefaultQueues() = default;
  DefaultQueues(const DefaultQueues&) = delete;
  DefaultQueues& operator=(const DefaultQueues&) = delete;

  /// Returns the device's, null: there is none.
  [[nodiscard]] support::Ref<Queue> find(const Device& device) const;
  /// Returns the device's or, where it has none, that of the nearest device that it is a part of;
  /// null: there is none.
  [[nodiscard]] support::Ref<Queue> find_nearest(const Device& device) const;
  /// Returns the handle of the device's, of which the application holds one reference more; null:
  /// there is none.
  [[nodiscard]] const HandleHeader* retain(const Device& device) const;
  /// Makes the queue the default of its device. False, and nothing is done, if there is one.
  [[nodiscard]] bool add(const Queue& queue);
  /// Makes the queue the default of its device, instead of the one that there may be.
  void replace(const Queue& queue);
  /// The application has let go of the queue: it is no default any more, unless another thread has
  /// just retained it.
  void on_released(const Queue& queue);
  /// The queue is about to go.
  void remove(const Queue& queue);

 private:
  using DefaultQueue = std::pair<const Device*, const HandleHeader*>;
  [[nodiscard]] const HandleHeader* handle(const Device& device) const;

  std::vector<DefaultQueue> queues_;  // which keep their devices
};

}  // namespace cleave::model
