// Declares what kernels call that use queues on the device (interface/driver_calls.def).
#pragma once

#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu {

/// The functions, for a LaunchContext whose `device_queues` is a GroupChildren. Each does what the
/// function of the language does whose name it has (OpenCL C 3.0, 6.15.18; cl_khr_subgroups):
/// enqueue_kernel in its four forms, with block and literal; the block_… are the queries of a
/// block's kernel. They check what kernels pass, and throw nothing.
[[nodiscard]] const compiler::DriverCalls& device_queue_calls();

/// Stands before ForwardProgress::yield, for the same context.
void hand_out_and_yield(compiler::LaunchContext* context);

}  // namespace cleave::backend::cpu
