// Copies the contents of buffers from one context of OpenCL to another.
#pragma once

#include <cstddef>
#include <vector>

#include "sycl/context.h"
#include "sycl/event.h"
#include "sycl/opencl.h"

namespace cleave::sycl {

/// A buffer of OpenCL in its context.
struct NativeMemory {
  NativeContext& context;
  cl_mem id;
};

/// Starts a copy of all bytes, behind these events, and returns its event, which is of the context that gets them: after
/// an error of what it waits for it ends with that error. Waits for nothing. The bytes lie in between at `host`, which
/// lives until the copy has ended; null: in memory of the copy's own. Precondition: there are bytes.
[[nodiscard]] Ref<CommandEvent> start_transfer(const NativeMemory& from, const NativeMemory& to,
                                               size_t bytes, void* host,
                                               const std::vector<Ref<Event>>& behind);

}  // namespace cleave::sycl
