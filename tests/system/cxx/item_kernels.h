// Launches kernels of many work-items without the library of SYCL, as kernels.h launches single tasks.
#pragma once

#include <sycl/detail/kernel.hpp>

#include "kernels.h"

namespace test {

template <class Name = sycl::detail::unnamed_kernel, class Functor>
void parallel_for(const Functor& functor) {
  launch<Name, sycl::detail::range_shape<1>>(functor);
}

template <class Name = sycl::detail::unnamed_kernel, class Functor>
void nd_parallel_for(const Functor& functor) {
  launch<Name, sycl::detail::nd_range_shape<3>>(functor);
}

}  // namespace test
