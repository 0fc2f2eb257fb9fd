// Checks the arguments of clEnqueueNativeKernel (5.10).
#pragma once

#include <CL/cl.h>

#include "api/check/enqueue.h"
#include "model/command/requests.h"
#include "support/result.h"

namespace cleave::api::check {

/// The arguments of clEnqueueNativeKernel as the application gives them.
struct RawNative {
  model::command::NativeRequest::NativeFunction function;
  const void* arguments;
  size_t argument_bytes;
  cl_uint memory_count;
  const cl_mem* memory;
  const void** locations;  // in `arguments`
};
/// CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
[[nodiscard]] support::Result<model::command::NativeRequest> native(const EnqueueTarget& target,
                                                                    const RawNative& raw);

}  // namespace cleave::api::check
