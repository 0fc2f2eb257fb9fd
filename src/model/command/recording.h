// Holds work that was recorded, and the order in which it runs.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "backend/graph.h"
#include "model/command/queue.h"
#include "model/command/work.h"
#include "model/program/kernel.h"
#include "support/reference.h"

namespace cleave::model::command {

/// Work as it is recorded for a queue.
struct RecordedWork {
  Work work;
  uint32_t queue = 0;                         // the index of the queue
  bool is_in_order = true;                    // it follows what was recorded for the queue before
  std::vector<uint32_t> after = {};           // the indices of recorded work that it follows
  Queue::Order order = Queue::Order::normal;  // a barrier without `after` follows all of its queue
  support::Ref<program::Kernel> kernel = {};  // of a launch
};

/// Takes in work, then makes a graph of it, and is immutable from then on: replays share it. Of
/// addressed memory it keeps nothing, so that the application may free that: replays do.
class Recording final : public support::ReferenceCounted<Recording> {
 public:
  explicit Recording(size_t queues) : orders_(queues) {}
  [[nodiscard]] size_t size() const { return steps_.size(); }
  /// Returns the index of the work. CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory for an
  /// object that a launch uses. Precondition: prepare() was not called.
  [[nodiscard]] support::Result<uint32_t> add(RecordedWork&& recorded);
  /// Makes the graph. Called once.
  void prepare(backend::Hardware& hardware);
  /// Returns the work of a replay on these queues, one for each index. CL_INVALID_OPERATION when
  /// addressed memory has been freed that some of the work uses.
  [[nodiscard]] support::Result<Work> replay(std::span<const support::Ref<Queue>> queues);
  /// Nobody can ask for replays any more: the last one lets go of all objects.
  void abandon() { is_abandoned_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }

 private:
  static constexpr uint32_t none = UINT32_MAX;
  /// The order of what was recorded for one queue.
  struct Order {
    uint32_t barrier = none;  // the last one
    // Work behind it that no other work of the queue follows for certain: in an in-order queue the
    // last alone.
    std::vector<uint32_t> open;
  };
  /// Returns what the work follows, and makes it the last of its queue.
  [[nodiscard]] std::vector<uint32_t> put_in_order(const RecordedWork& recorded, uint32_t index);
  void note_memory(Work& work);

  std::vector<backend::Step> steps_;
  std::vector<std::unique_ptr<PooledTransfer>> transfers_;
  std::vector<Order> orders_;                           // by queue
  std::vector<support::Ref<program::Kernel>> kernels_;  // of launches
  std::vector<support::Ref<Queue>> device_queues_;      // on which kernels enqueue
  std::vector<uint32_t> printing_;                      // steps
  std::vector<ObjectAccess> accesses_;
  uint32_t memory_ = host_memory_index;  // in which the objects are accessed
  std::vector<std::weak_ptr<AddressedMemory>> addressed_;
  AddressedKinds indirect_ = 0;
  support::Ref<const backend::Graph> graph_;
  std::atomic<bool> is_abandoned_{false};
};

}  // namespace cleave::model::command
