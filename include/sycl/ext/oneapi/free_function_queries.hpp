// Gives device functions their work-item without a parameter (sycl_ext_oneapi_free_function_queries).
#pragma once

#include "../../nd_item.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
/// Kernels of fewer dimensions have sizes of 1 in the others, so that the linear id of the work-group is theirs.
CLEAVE_SYCL_INLINE sub_group sub_group_here() {
  return group_access::sub_group_here();
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

// Each is for kernels that were launched with an nd_range of so many dimensions.
namespace ext::oneapi::this_work_item {
template <int Dimensions>
CLEAVE_SYCL_INLINE nd_item<Dimensions> get_nd_item() {
  return detail::nd_item_access::here<Dimensions>();
}
template <int Dimensions>
CLEAVE_SYCL_INLINE group<Dimensions> get_work_group() {
  return detail::group_access::here<Dimensions>();
}
CLEAVE_SYCL_INLINE sub_group get_sub_group() {
  return detail::sub_group_here();
}
}  // namespace ext::oneapi::this_work_item

namespace ext::oneapi::experimental {
template <int Dimensions>
[[deprecated("use the kernel's parameter")]] CLEAVE_SYCL_INLINE id<Dimensions> this_id() {
  return detail::item_access::here<Dimensions, false>().get_id();
}
template <int Dimensions>
[[deprecated("use the kernel's parameter")]] CLEAVE_SYCL_INLINE item<Dimensions, false>
this_item() {
  return detail::item_access::here<Dimensions, false>();
}
template <int Dimensions>
[[deprecated("use this_work_item::get_nd_item")]] CLEAVE_SYCL_INLINE nd_item<Dimensions>
this_nd_item() {
  return detail::nd_item_access::here<Dimensions>();
}
template <int Dimensions>
[[deprecated("use this_work_item::get_work_group")]] CLEAVE_SYCL_INLINE group<Dimensions>
this_group() {
  return detail::group_access::here<Dimensions>();
}
[[deprecated("use this_work_item::get_sub_group")]] CLEAVE_SYCL_INLINE sub_group this_sub_group() {
  return detail::sub_group_here();
}
}  // namespace ext::oneapi::experimental

}  // namespace _v1
}  // namespace sycl
