// Names the properties of queues (SYCL 2020, 4.6.5.2).
#pragma once

#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {

class queue;

namespace property::queue {
/// Events tell when their commands began and ended.
struct enable_profiling {};
/// Commands run one after the other.
struct in_order {};
}  // namespace property::queue

CLEAVE_SYCL_PROPERTY(property::queue, enable_profiling)
CLEAVE_SYCL_PROPERTY(property::queue, in_order)
template <>
struct is_property_of<property::queue::enable_profiling, queue> : std::true_type {};
template <>
struct is_property_of<property::queue::in_order, queue> : std::true_type {};

}  // namespace _v1
}  // namespace sycl
