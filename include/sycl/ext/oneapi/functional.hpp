// Names SYCL 2020's function objects as programs for earlier DPC++ do.
#pragma once

#include "../../functional.hpp"

namespace sycl {
inline namespace _v1 {
namespace ext::oneapi {

using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;

}  // namespace ext::oneapi
}  // namespace _v1
}  // namespace sycl
