// Words the message with which a context's notification function is told of a refused launch.
#pragma once

#include <CL/cl.h>

#include <string>

#include "api/check/launch.h"
#include "model/command/queue.h"

namespace cleave::api::check {

/// Explains to people why `launch` or `task` refused a launch with `code`: names the sizes and the
/// limits that the sizes are held against. `call`: the entry point.
[[nodiscard]] std::string launch_message(const char* call, const model::command::Queue& queue,
                                         cl_kernel kernel, const RawRange& range, cl_int code);

}  // namespace cleave::api::check
