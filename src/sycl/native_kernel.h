// Launches kernels of OpenCL, which the application has made (SYCL 2020, 4.9.4.3 and appendix C).
#pragma once

#include "sycl/command_group.h"
#include "sycl/queue.h"

namespace cleave::sycl {

/// Enqueues a copy of the kernel with the group's arguments, so that neither the application's kernel nor another launch
/// sees them; puts the event out if the caller wants it. Fails with errc::invalid for a kernel of SYCL and for one of
/// another context than the queue's.
void launch_native(Queue& queue, CommandGroup& group, const cleave_sycl_kernel_launch& request,
                   cleave_sycl_event** event);

}  // namespace cleave::sycl
