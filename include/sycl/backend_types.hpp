// Names the backends (SYCL 2020, 4.1 and appendix C).
#pragma once

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

/// There are platforms of opencl alone: level_zero is a name that programs of DPC++ use.
enum class backend : int { opencl = 0, ext_oneapi_level_zero = 1 };

}  // namespace _v1
}  // namespace sycl

#define SYCL_BACKEND_OPENCL 1
