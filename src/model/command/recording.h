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
#include "model/command/recorded_step.h"
#include "model/command/work.h"
#include "support/reference.h"

namespace cleave::model::command {

/// Recorded work and its order, as graphs of the devices. Immutable: replays share it, and a
/// recording with other launches is another one.
///
/// Steps of one hardware make one graph, however many queues they are for: no order among them goes
/// through the host. Where there is other hardware too, steps are cut into subgraphs. The step 2
/// follows one of other hardware, and so it cannot be in the subgraph of 0:
///
///   one hardware   0 <- 2 <- 3     subgraphs: {0}, {1}, {2, 3}
///   another one         1          1 <- 2
class Recording final : public support::ReferenceCounted<Recording> {
 public:
  /// Launches, by the indices of the steps that they replace, ascending.
  using Replacements = std::vector<std::pair<uint32_t, support::Ref<const RecordedStep>>>;
  /// `queues`: those that the steps were recorded for, by index. Throws std::bad_alloc.
  Recording(RecordedSteps steps, std::shared_ptr<const StepOrders> orders,
            std::span<const support::Ref<Queue>> queues, support::Ref<StepSharing> sharing);
  /// Returns this recording with these launches. Throws std::bad_alloc.
  [[nodiscard]] support::Ref<Recording> with(const Replacements& launches) const;
  /// Returns true when nobody but the caller has the recording, and no other recording its steps:
  /// its launches may be patched.
  [[nodiscard]] bool may_be_patched() const { return !is_shared() && !sharing_->is_shared(); }
  /// Changes arguments in place. Precondition: may_be_patched().
  void patch(std::span<const backend::ArgumentPatch> patches);

  [[nodiscard]] const RecordedSteps& steps() const { return steps_; }
  [[nodiscard]] Recorded recorded() const { return {steps_, *orders_, sharing_}; }

  /// Returns the number of its subgraphs; 0: nothing was recorded.
  [[nodiscard]] size_t subgraphs() const { return subgraphs_.size(); }
  /// Returns the earlier subgraphs that a subgraph follows.
  [[nodiscard]] std::span<const uint32_t> after(size_t subgraph) const {
    return subgraphs_[subgraph].shape->after;
  }
  /// Returns the index of a queue on whose hardware the subgraph runs.
  [[nodiscard]] uint32_t queue_of(size_t subgraph) const {
    return subgraphs_[subgraph].shape->queues.front();
  }
  /// Returns the work of a replay of a subgraph on these queues, one for each index.
  /// CL_INVALID_OPERATION when addressed memory has been freed that some of the work uses.
  [[nodiscard]] support::Result<Work> replay(size_t subgraph,
                                             std::span<const support::Ref<Queue>> queues);
  /// Nobody can ask for replays any more: the last one lets go of all objects.
  void abandon() { is_abandoned_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }

 private:
  /// All of a subgraph but the steps themselves. Recordings with other launches share it.
  struct SubgraphShape {
    backend::Hardware* hardware = nullptr;
    std::vector<uint32_t> steps = {};   // ascending
    std::vector<uint32_t> queues = {};  // indices; a step of its graph has the index among these
    std::vector<uint32_t> after = {};
    bool is_chain = false;  // each of its steps follows the one before
  };
  struct Subgraph {
    std::shared_ptr<const SubgraphShape> shape;
    support::Ref<const backend::Graph> graph;
    // These are of all its steps together.
    std::vector<uint32_t> printing = {};  // indices in the graph
    std::vector<ObjectAccess> accesses =
        {};  // one for each object, where a context has several memories
    // Ascending by step, where its hardware orders copies; the steps keep the storages.
    std::vector<memory::StorageAccess> step_accesses = {};
    uint32_t memory = host_memory_index;
    std::vector<std::weak_ptr<AddressedMemory>> addressed = {};  // each once
    AddressedKinds indirect = 0;
  };
  /// The place of a step.
  struct Place {
    uint32_t subgraph = 0;
    uint32_t index = 0;  // in the subgraph
  };
  class Cutting;
  Recording(RecordedSteps steps, const Recording& other);
  [[nodiscard]] support::Ref<const backend::Graph> graph_of(const SubgraphShape& shape) const;
  void gather(Subgraph& subgraph) const;

  const RecordedSteps steps_;
  const std::shared_ptr<const StepOrders> orders_;
  const support::Ref<StepSharing> sharing_;
  std::shared_ptr<std::vector<Place>> places_;  // by step
  std::vector<Subgraph> subgraphs_;             // each behind those that it follows
  std::atomic<bool> is_abandoned_{false};
};

/// Takes in work, then gives a recording. Used by one thread at a time.
class Recorder {
 public:
  explicit Recorder(size_t queues);
  /// Goes on behind steps that were recorded elsewhere, for these queues.
  Recorder(Recorded recorded, std::span<const support::Ref<Queue>> queues);
  [[nodiscard]] Recorded recorded() const { return {steps_, *orders_, sharing_}; }
  [[nodiscard]] size_t size() const { return steps_.size(); }
  /// Returns the index of the work.
  uint32_t add(support::Ref<const RecordedStep> step, const RecordedWork& recorded);
  /// Called once, with the queues that the steps were recorded for.
  [[nodiscard]] support::Ref<Recording> finish(std::span<const support::Ref<Queue>> queues);

 private:
  static constexpr uint32_t none = UINT32_MAX;
  /// The last steps that were recorded for one queue.
  struct QueueEnd {
    uint32_t barrier = none;  // the last one
    // Work behind it that no other work of the queue follows for certain: in an in-order queue the
    // last alone.
    std::vector<uint32_t> open;
  };
  /// Returns the order of the work, and makes it the last of its queue.
  [[nodiscard]] StepOrder put_in_order(const RecordedWork& recorded, uint32_t index);

  RecordedSteps steps_;
  std::shared_ptr<StepOrders> orders_;
  support::Ref<StepSharing> sharing_;
  std::vector<QueueEnd> ends_;  // by queue
};

}  // namespace cleave::model::command
