// Copies and fills rows of memory that host and devices address alike (sycl_ext_oneapi_memcpy2d).
#pragma once

#include "sycl/queue.h"

namespace cleave::sycl {

/// Copies rows, or fills them; puts the event out if the caller wants it.
void copy_rows(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_rows& rows,
               cleave_sycl_event** event);

}  // namespace cleave::sycl
