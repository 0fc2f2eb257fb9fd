// Names what enqueue_kernel and enqueue_marker return (OpenCL C 3.0, 6.15.18), as the language's
// header does.
#pragma once

#include <CL/cl.h>

namespace cleave::backend::cpu::refusal {

inline constexpr cl_int invalid_queue = -102;     // CLK_INVALID_QUEUE
inline constexpr cl_int invalid_ndrange = -160;   // CLK_INVALID_NDRANGE
inline constexpr cl_int invalid_wait_list = -57;  // CLK_INVALID_EVENT_WAIT_LIST
inline constexpr cl_int queue_full = -161;        // CLK_DEVICE_QUEUE_FULL
inline constexpr cl_int invalid_arg_size = -51;   // CLK_INVALID_ARG_SIZE
inline constexpr cl_int no_event = -100;          // CLK_EVENT_ALLOCATION_FAILURE
inline constexpr cl_int out_of_resources = -5;    // CLK_OUT_OF_RESOURCES

}  // namespace cleave::backend::cpu::refusal
