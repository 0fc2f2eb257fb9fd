// Launches kernels (SYCL 2020, 4.9.4.2).
#pragma once

#include "sycl/queue.h"

namespace cleave::sycl {

/// Enqueues the kernel, and puts its event out if the caller wants it. Errors name the kernel as its
/// user wrote it. The keeper of the launch is taken over, whatever happens.
void launch(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_launch& request,
            cleave_sycl_event** event);

}  // namespace cleave::sycl
