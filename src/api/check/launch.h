// Checks the arguments of clEnqueueNDRangeKernel and clEnqueueTask (5.10), and of
// cl_khr_suggested_local_work_size.
#pragma once

#include <CL/cl.h>

#include "api/check/enqueue.h"
#include "model/command/requests.h"
#include "support/result.h"

namespace cleave::api::check {

/// The sizes of an ND-range as the application gives them; any pointer may be null.
struct RawRange {
  cl_uint work_dimensions;
  const size_t* global_offset;
  const size_t* global_size;
  const size_t* local_size;
};
/// Sizes of zero are valid since OpenCL 2.1: such a launch runs nothing.
[[nodiscard]] support::Result<model::command::LaunchRequest> launch(const EnqueueTarget& target,
                                                                    cl_kernel kernel,
                                                                    const RawRange& range);
/// Arguments that a kernel must have when its launch is recorded: those that are missing may be set
/// by an update.
enum class Arguments : uint8_t { all, some };
[[nodiscard]] support::Result<model::command::LaunchRequest> launch(
    const EnqueueTarget& target, support::Ref<model::program::Kernel> kernel, const RawRange& range,
    Arguments arguments);
inline constexpr size_t task_size = 1;
inline constexpr RawRange task_range = {1, nullptr, &task_size, &task_size};
[[nodiscard]] support::Result<model::command::LaunchRequest> task(const EnqueueTarget& target,
                                                                  cl_kernel kernel);

/// A launch whose local size is asked for (cl_khr_suggested_local_work_size), and its queue.
struct Suggestion {
  support::Ref<model::command::Queue> queue;
  model::command::LaunchRequest request;
};
/// Sizes of zero are not valid here. `suggested`: where the answer is wanted.
[[nodiscard]] support::Result<Suggestion> suggestion(cl_command_queue queue, cl_kernel kernel,
                                                     const RawRange& range,
                                                     const size_t* suggested);

}  // namespace cleave::api::check
