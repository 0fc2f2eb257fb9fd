// Declares the functions that kernels call to use queues on the device
// (interface/driver_calls.def).
#pragma once

#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu::enqueue {

/// Returns the functions, for a LaunchContext whose `device_queues` is a GroupChildren. Each
/// implements the function of OpenCL C that has its name (OpenCL C 3.0, 6.15.18; cl_khr_subgroups):
/// enqueue_kernel in its four forms, with block and literal; the block_… are the queries of a
/// block's kernel. They check their arguments, and throw nothing.
[[nodiscard]] const compiler::interface::DriverCalls& device_queue_calls();

/// Makes commands that the work-group has enqueued available to other workers, then calls the
/// scheduler's yield: kernels that may wait have it instead of ForwardProgress::yield.
void hand_out_and_yield(compiler::interface::LaunchContext* context);

}  // namespace cleave::backend::cpu::enqueue
