// Enqueues copies and fills of memory that is named by addresses, which shared virtual memory (5.6)
// and cl_intel_unified_shared_memory have alike.
#pragma once

#include <CL/cl.h>

#include "api/check/enqueue.h"
#include "api/enqueue.h"
#include "support/result.h"

namespace cleave::api {

/// The queue and the wait list of a call, or the error that they have.
using CheckedTarget = support::Result<check::EnqueueTarget>;

[[nodiscard]] support::Status enqueue_copy(CheckedTarget target, cl_command_type type, void* to,
                                           const void* from, size_t bytes, Blocking blocking,
                                           cl_event* event);

/// A pattern as the application gives it.
struct RawPattern {
  const void* bytes;
  size_t size;
};
[[nodiscard]] support::Status enqueue_fill(CheckedTarget target, cl_command_type type, void* to,
                                           const RawPattern& pattern, size_t bytes,
                                           cl_event* event);

}  // namespace cleave::api
