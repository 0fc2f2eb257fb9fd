// Declares how many work-groups launches may have (sycl_khr_max_work_group_queries).
#pragma once

#include <cstddef>

#include "../info.hpp"
#include "../range.hpp"

namespace sycl {
inline namespace _v1 {

namespace CLEAVE_SYCL_HIDDEN detail {
/// A launch has as many work-groups as the device's size_t counts, in each dimension and in all.
template <class Device>
std::size_t most_work_groups(const Device& asked) {
  const unsigned bits = asked.template get_info<info::device::address_bits>();
  return ~std::size_t{0} >> (8 * sizeof(std::size_t) - bits);
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace khr::info::device {
template <int Dimensions = 3>
struct max_work_group_range {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "launches have one to three dimensions");
  using return_type = range<Dimensions>;
  template <class Device>
  static return_type of(const Device& asked) {
    return detail::make_each<Dimensions, return_type>(
        [most = detail::most_work_groups(asked)](int) { return most; });
  }
};
struct max_work_group_range_size {
  using return_type = std::size_t;
  template <class Device>
  static return_type of(const Device& asked) {
    return detail::most_work_groups(asked);
  }
};
}  // namespace khr::info::device

// For sycl_ext_oneapi_max_work_group_query, whose programs compute with int: Kokkos makes sizes of launches of it. The driver
// takes more.
namespace ext::oneapi::experimental::info::device {
template <int Dimensions = 3>
struct max_work_groups {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "launches have one to three dimensions");
  using return_type = id<Dimensions>;
  template <class Device>
  static return_type of(const Device&) {
    return detail::make_each<Dimensions, return_type>([](int) { return std::size_t{0x7fffffff}; });
  }
};
struct max_global_work_groups {
  using return_type = std::size_t;
  template <class Device>
  static return_type of(const Device&) {
    return 0x7fffffff;
  }
};
}  // namespace ext::oneapi::experimental::info::device

}  // namespace _v1
}  // namespace sycl
