// Records work, and runs what was recorded again and again.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/graph.h"
#include "model/command/queue.h"
#include "model/command/work.h"
#include "support/reference.h"

namespace cleave::model::command {

/// Work as it is recorded for a queue.
struct RecordedWork {
  Work work;
  uint32_t queue = 0;                         // the index of the queue
  bool is_in_order = true;                    // it follows what was recorded for the queue before
  std::vector<uint32_t> after = {};           // the indices of recorded work that it follows
  Queue::Order order = Queue::Order::normal;  // a barrier without `after` follows all of its queue
};

/// Recorded work as replays need it. Immutable. Of addressed memory it keeps nothing, so that the
/// application may free that: replays do.
struct RecordedStep final : support::ReferenceCounted<RecordedStep> {
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory for an object that a launch uses.
  [[nodiscard]] static support::Result<support::Ref<RecordedStep>> of(Work&& work);

  backend::Step::Work work;
  std::unique_ptr<PooledTransfer> transfer;  // to which `work` points
  bool prints = false;
  std::vector<ObjectAccess> accesses;
  uint32_t memory = host_memory_index;  // in which it accesses the objects
  std::vector<std::weak_ptr<AddressedMemory>> addressed;
  AddressedKinds indirect = 0;
  std::vector<support::Ref<Queue>> device_queues;  // on which its kernel may enqueue
};

/// Recorded work and its order, as a graph of the device. Immutable: replays share it, and a
/// recording with other launches is another one.
class Recording final : public support::ReferenceCounted<Recording> {
 public:
  using Steps = std::vector<support::Ref<const RecordedStep>>;
  /// Launches, by the indices of the steps that they replace, ascending.
  using Replacements = std::vector<std::pair<uint32_t, support::Ref<const RecordedStep>>>;
  /// `graph`: of these steps.
  Recording(Steps steps, support::Ref<const backend::Graph> graph);
  /// Returns this recording with these launches. Throws std::bad_alloc.
  [[nodiscard]] support::Ref<Recording> with(backend::Hardware& hardware,
                                             const Replacements& launches) const;
  /// Returns the work of a replay on these queues, one for each index. CL_INVALID_OPERATION when
  /// addressed memory has been freed that some of the work uses.
  [[nodiscard]] support::Result<Work> replay(std::span<const support::Ref<Queue>> queues);
  /// Nobody can ask for replays any more: the last one lets go of all objects.
  void abandon() { is_abandoned_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }

 private:
  const Steps steps_;
  const support::Ref<const backend::Graph> graph_;
  // These are of all steps together.
  std::vector<uint32_t> printing_;
  std::vector<ObjectAccess> accesses_;  // one for each object, where a context has several memories
  uint32_t memory_ = host_memory_index;
  std::vector<std::weak_ptr<AddressedMemory>> addressed_;  // each once
  AddressedKinds indirect_ = 0;
  std::atomic<bool> is_abandoned_{false};
};

/// Takes in work, then gives a recording. Used by one thread at a time.
class Recorder {
 public:
  explicit Recorder(size_t queues) : orders_(queues) {}
  [[nodiscard]] size_t size() const { return steps_.size(); }
  /// Returns the index of the work.
  uint32_t add(support::Ref<const RecordedStep> step, const RecordedWork& recorded);
  /// Called once.
  [[nodiscard]] support::Ref<Recording> finish(backend::Hardware& hardware);

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

  Recording::Steps steps_;
  std::vector<backend::Step> order_;  // of the steps
  std::vector<Order> orders_;         // by queue
};

}  // namespace cleave::model::command
