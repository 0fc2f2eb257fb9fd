// Names the backends (SYCL 2020, 4.1 and appendix C).
#pragma once

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

enum class backend : int { opencl = 0 };

}  // namespace _v1
}  // namespace sycl

#define SYCL_BACKEND_OPENCL 1
