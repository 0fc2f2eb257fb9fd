// Gives device functions their work-item without a parameter (sycl_khr_work_item_queries).
#pragma once

#include "../ext/oneapi/free_function_queries.hpp"

namespace sycl {
inline namespace _v1 {
namespace khr {

// Each is for kernels that were launched with an nd_range of so many dimensions.
template <int Dimensions>
CLEAVE_SYCL_INLINE nd_item<Dimensions> this_nd_item() {
  return detail::nd_item_access::here<Dimensions>();
}
template <int Dimensions>
CLEAVE_SYCL_INLINE group<Dimensions> this_group() {
  return detail::group_access::here<Dimensions>();
}
CLEAVE_SYCL_INLINE sycl::sub_group this_sub_group() {
  return detail::sub_group_here();
}

}  // namespace khr
}  // namespace _v1
}  // namespace sycl
