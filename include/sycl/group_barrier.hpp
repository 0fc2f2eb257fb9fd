// Declares group_barrier (SYCL 2020, 4.17.3.2).
#pragma once

#include "detail/group_operations.hpp"

namespace sycl {
inline namespace _v1 {

template <int Dimensions>
CLEAVE_SYCL_INLINE void group_barrier(const group<Dimensions>&,
                                      memory_scope scope = group<Dimensions>::fence_scope) {
  detail::cl::work_group_barrier(detail::cl::local_fence | detail::cl::global_fence,
                                 detail::cl_scope(scope));
}
CLEAVE_SYCL_INLINE void group_barrier(const sub_group&,
                                      memory_scope scope = sub_group::fence_scope) {
  detail::cl::sub_group_barrier(detail::cl::local_fence | detail::cl::global_fence,
                                detail::cl_scope(scope));
}

}  // namespace _v1
}  // namespace sycl
