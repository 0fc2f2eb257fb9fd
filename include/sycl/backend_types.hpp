// Names the backends (SYCL 2020, 4.1 and appendix C).
#pragma once

#include <iosfwd>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

/// There are platforms of opencl alone: the others are names that programs of DPC++ use.
enum class backend : int {
  opencl = 0,
  ext_oneapi_level_zero = 1,
  ext_oneapi_cuda = 2,
  ext_oneapi_hip = 3
};

/// Writes the backend's name, as programs of DPC++ do.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& to, backend of) {
  constexpr const char* names[] = {"opencl", "ext_oneapi_level_zero", "ext_oneapi_cuda",
                                   "ext_oneapi_hip"};
  return to << names[static_cast<int>(of)];
}

}  // namespace _v1
}  // namespace sycl

#define SYCL_BACKEND_OPENCL 1
