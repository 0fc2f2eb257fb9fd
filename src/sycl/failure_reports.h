// Hears of commands that failed from drivers that tell of each (cl_cleave_failed_commands), so that nobody needs to ask.
#pragma once

#include <cstddef>

#include "sycl/opencl.h"

namespace cleave::sycl {

class AsyncErrors;

/// Adds the errors of the queue's commands to `errors`, until stop_hearing(). A command's error is there before the command's
/// event ends. Precondition: the queue is one of a context that was made with hear_of_failure(). Thread-safe, as all here.
void hear_of_failures(cl_command_queue queue, AsyncErrors& errors);
/// Called before the queue is released. Nothing uses `errors` any more when it returns.
void stop_hearing(cl_command_queue queue) noexcept;

/// The notification function of contexts (clCreateContext). Threads of the driver call it.
void CL_CALLBACK hear_of_failure(const char* text, const void* failed, size_t bytes, void*);

}  // namespace cleave::sycl
