// Enqueues replays to several queues at once (cl_khr_command_buffer_multi_device).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/command/queue.h"
#include "model/command/work.h"

namespace cleave::model::command {

/// Returns true if commands of all these queues wait for each other without the host. Precondition:
/// there is a queue.
[[nodiscard]] bool are_of_one_hardware(std::span<const support::Ref<Queue>> queues);

/// The replay of a subgraph, which one hardware runs.
struct SubgraphReplay {
  Work work;
  support::Ref<Queue> queue;         // of that hardware
  std::vector<uint32_t> after = {};  // earlier ones that it follows
};

/// Enqueues a replay as one command of all these queues: it comes after what is in each of them, as
/// the queue's own order wants it, and what is enqueued to any of them later comes after the
/// replay. All of them are flushed. The event is of several queues; it is profiled if one of them
/// is. A replay does not run if one that it follows has failed, and all others do. Errors as those
/// of Queue::submit(). Precondition: no queue is lost by a fork.
[[nodiscard]] support::Result<support::Ref<Event>> submit_to_all(
    std::span<const support::Ref<Queue>> queues, std::vector<SubgraphReplay>&& replays,
    const Queue::Schedule& schedule);

}  // namespace cleave::model::command
