// Names the error codes that enqueue_kernel and enqueue_marker return (OpenCL C 3.0, 6.15.18), as
// the language's header does.
#pragma once

#include <CL/cl.h>

namespace cleave::backend::cpu::enqueue {

inline constexpr cl_int clk_invalid_queue = -102;
inline constexpr cl_int clk_invalid_ndrange = -160;
inline constexpr cl_int clk_invalid_event_wait_list = -57;
inline constexpr cl_int clk_device_queue_full = -161;
inline constexpr cl_int clk_invalid_arg_size = -51;
inline constexpr cl_int clk_event_allocation_failure = -100;
inline constexpr cl_int clk_out_of_resources = -5;

}  // namespace cleave::backend::cpu::enqueue
