// Holds what applications of fuzzing programs do alike through the API.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <string>

namespace cleave::test::fuzz {

/// Ends the process with a line that says `what` unless `condition` holds. The exit code is 2: 1
/// counts as what the application found.
void require_to_begin(bool condition, const char* what);

/// Makes code of a kernel without running it: a launch of so many work-items waits for an event that
/// fails. Returns what is wrong with the answers, or an empty text. Preconditions: the arguments of
/// the kernel are set, and the queue is of the context.
[[nodiscard]] std::string launch_never(cl_context context, cl_command_queue queue, cl_kernel kernel,
                                       size_t work_items);

}  // namespace cleave::test::fuzz
