// Launches hierarchical kernels (SYCL 2020, 4.9.4.2.4).
#pragma once

#include <cstddef>

#include "../handler.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {

template <class Name, int Dimensions, class Functor>
void handler::add_work_groups(const range<Dimensions>& groups, const range<Dimensions>* chosen,
                              const Functor& functor) {
  using Kernel = detail::hierarchical_kernel<Dimensions, Functor>;
  using Shape = detail::work_group_shape<Dimensions>;
  using ItsName = detail::kernel_name_t<Name, Functor>;
  range<Dimensions> one = groups;
  for (int i = 0; i < Dimensions; ++i) one[i] = 1;
  std::size_t sizes[3] = {};
  for (int i = 0; chosen != nullptr && i < Dimensions; ++i) sizes[i] = (*chosen)[i];
  detail::check(detail::api().choose_work_group_size(
      queue_, &cleave_sycl_this_unit, detail::kernel_symbol<ItsName, Shape, Kernel>(), Dimensions,
      chosen != nullptr, sizes));
  range<Dimensions> local = one;
  for (int i = 0; i < Dimensions; ++i) local[i] = sizes[i];
  add_kernel<ItsName, Shape>(detail::launch_sizes(nd_range<Dimensions>(groups, one)),
                             Kernel{functor, local});
}

}  // namespace _v1
}  // namespace sycl
