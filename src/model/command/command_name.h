// Names the call that enqueues a command of each type, for messages to people.
#pragma once

#include <CL/cl.h>

namespace cleave::model::command {

/// "clEnqueueReadBuffer"; "a command" for a type that no entry point makes.
[[nodiscard]] const char* command_name(cl_command_type type);

}  // namespace cleave::model::command
