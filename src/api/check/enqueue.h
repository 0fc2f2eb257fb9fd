// Checks the arguments that all enqueues have in common.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "api/check/handle.h"

namespace cleave::api::check {

/// The queue that a command is enqueued to, and the events that it waits for.
struct EnqueueTarget {
  support::Ref<model::command::Queue> queue;
  std::vector<support::Ref<model::command::Event>> wait_list;
};

/// CL_INVALID_COMMAND_QUEUE, CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT; CL_OUT_OF_RESOURCES in
/// a child that was forked after the queue was made.
[[nodiscard]] support::Result<EnqueueTarget> enqueue_target(cl_command_queue queue,
                                                            cl_uint event_count,
                                                            const cl_event* events);

/// A memory object of the queue's context: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
[[nodiscard]] support::Result<support::Ref<model::memory::MemoryObject>> memory_for(
    const EnqueueTarget& target, cl_mem memory);

/// Returns a buffer of the queue's context: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
[[nodiscard]] support::Result<support::Ref<model::memory::MemoryObject>> buffer_for(
    const EnqueueTarget& target, cl_mem buffer);

/// A list of events of one context, as clWaitForEvents takes it.
[[nodiscard]] support::Result<std::vector<support::Ref<model::command::Event>>> events_to_wait_for(
    cl_uint count, const cl_event* events);

}  // namespace cleave::api::check
