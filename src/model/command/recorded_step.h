// Describes one piece of recorded work, as replays need it, and its place among the others.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/graph.h"
#include "model/command/requests.h"
#include "model/command/work.h"
#include "support/reference.h"

namespace cleave::model::command {

/// Work as it is recorded for a queue.
struct RecordedWork {
  Work work;
  // The launch that `work` is, for queues of other devices; its kernel may have got other arguments
  // since where it has one executable alone, which is the same for all of them.
  std::unique_ptr<const LaunchRequest> launch = nullptr;
  uint32_t queue = 0;                         // the index of the queue
  bool is_in_order = true;                    // it follows what was recorded for the queue before
  std::vector<uint32_t> after = {};           // the indices of recorded work that it follows
  Queue::Order order = Queue::Order::normal;  // a barrier without `after` follows all of its queue
};

/// Recorded work as replays need it. Immutable. Of addressed memory it keeps nothing, so that the
/// application may free that: replays do.
struct RecordedStep final : support::ReferenceCounted<RecordedStep> {
  /// `launch`: as RecordedWork::launch. CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory
  /// for an object that a launch uses.
  [[nodiscard]] static support::Result<support::Ref<RecordedStep>> of(
      Work&& work, std::unique_ptr<const LaunchRequest> launch);
  /// Returns this step as commands of another queue run it, a launch as `request` says if it is
  /// made anew. CL_INVALID_OPERATION: it names memory by addresses that the queue's device lacks;
  /// errors of of() and launch_work(). Precondition: is_for(queue) is false.
  [[nodiscard]] support::Result<support::Ref<const RecordedStep>> made_for(
      const Queue& queue, const LaunchRequest* request) const;
  /// Returns this step, which is a launch, with other arguments by value. `request`: the same
  /// launch with them.
  [[nodiscard]] support::Ref<RecordedStep> with_arguments(
      std::span<const backend::ArgumentPatch> patches,
      std::unique_ptr<const LaunchRequest> request) const;
  /// True if commands of the queue, of the same context, run the step as it is.
  [[nodiscard]] bool is_for(const Queue& queue) const;
  /// True if commands of the queue can run it, whatever their limits are.
  [[nodiscard]] bool can_run_on(const Queue& queue) const;

  backend::Step::Work work;
  std::unique_ptr<PooledTransfer> transfer;     // to which `work` points
  std::unique_ptr<const LaunchRequest> launch;  // null: it is none
  bool prints = false;
  std::vector<ObjectAccess> accesses;
  uint32_t memory = host_memory_index;  // in which it accesses the objects
  std::vector<std::weak_ptr<AddressedMemory>> addressed;
  AddressedKinds indirect = 0;
  std::vector<support::Ref<Queue>> device_queues;  // on which its kernel may enqueue
};

/// The place of recorded work among the rest.
struct StepOrder {
  uint32_t queue = 0;  // the index of the queue
  bool is_barrier = false;
  std::vector<uint32_t> follows = {};  // the indices of earlier steps
};

using RecordedSteps = std::vector<support::Ref<const RecordedStep>>;
using StepOrders = std::vector<StepOrder>;  // of the steps

/// All that have steps of one origin share one of these: recordings, also those that run, and
/// recorders.
struct StepSharing final : support::ReferenceCounted<StepSharing> {};

/// All that has been recorded.
struct Recorded {
  RecordedSteps steps;
  StepOrders orders;
  support::Ref<StepSharing> sharing;
};

}  // namespace cleave::model::command
