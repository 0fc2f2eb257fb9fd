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

namespace ext::oneapi::property::queue {
// At most one of these three (sycl_ext_oneapi_queue_priority).
class priority_normal {};
class priority_low {};
class priority_high {};
/// Nobody uses the queue's events: all that would wait for one fails with errc::invalid (sycl_ext_oneapi_discard_queue_events).
class discard_events {};
}  // namespace ext::oneapi::property::queue

CLEAVE_SYCL_PROPERTY(property::queue, enable_profiling)
CLEAVE_SYCL_PROPERTY(property::queue, in_order)
template <>
struct is_property_of<property::queue::enable_profiling, queue> : std::true_type {};
template <>
struct is_property_of<property::queue::in_order, queue> : std::true_type {};

#define CLEAVE_SYCL_QUEUE_PROPERTY(name)                   \
  CLEAVE_SYCL_PROPERTY(ext::oneapi::property::queue, name) \
  template <>                                              \
  struct is_property_of<ext::oneapi::property::queue::name, queue> : std::true_type {};
CLEAVE_SYCL_QUEUE_PROPERTY(priority_normal)
CLEAVE_SYCL_QUEUE_PROPERTY(priority_low)
CLEAVE_SYCL_QUEUE_PROPERTY(priority_high)
CLEAVE_SYCL_QUEUE_PROPERTY(discard_events)
#undef CLEAVE_SYCL_QUEUE_PROPERTY

}  // namespace _v1
}  // namespace sycl
