// Launches hierarchical kernels (SYCL 2020, 4.9.4.2.4).
#pragma once

#include "../device.hpp"
#include "../handler.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {

template <class Name, int Dimensions, class Functor>
void handler::add_work_groups(const range<Dimensions>& groups, const range<Dimensions>& local,
                              const Functor& functor) {
  const device its_device =
      detail::object_access::share<device>(detail::api().queue_device(queue_));
  if (local.size() == 0 ||
      local.size() > its_device.get_info<info::device::max_work_group_size>()) {
    detail::raise(errc::nd_range,
                  "parallel_for_work_group: the device has no work-groups of this size");
  }
  range<Dimensions> one = local;
  for (int i = 0; i < Dimensions; ++i) one[i] = 1;
  using Kernel = detail::hierarchical_kernel<Dimensions, Functor>;
  add_kernel<detail::kernel_name_t<Name, Functor>, detail::work_group_shape<Dimensions>>(
      detail::launch_sizes(nd_range<Dimensions>(groups, one)), Kernel{functor, local});
}

}  // namespace _v1
}  // namespace sycl
