// Names the properties of buffers (SYCL 2020, 4.7.2.2).
#pragma once

#include "context.hpp"
#include "detail/std_mutex.hpp"
#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, int Dimensions, class Allocator, class Enable>
class buffer;

namespace property::buffer {
/// The host's memory is used where it lies, as it is on a CPU anyway.
class use_host_ptr {};
/// Commands and the host agree by a mutex.
class use_mutex {
 public:
  use_mutex(std::mutex& its_mutex) : mutex_(&its_mutex) {}
  std::mutex* get_mutex_ptr() const { return mutex_; }

 private:
  std::mutex* mutex_;
};
/// The buffer is used in one context alone.
class context_bound {
 public:
  context_bound(sycl::context bound) : context_(bound) {}
  sycl::context get_context() const { return context_; }

 private:
  sycl::context context_;
};
}  // namespace property::buffer

CLEAVE_SYCL_PROPERTY(property::buffer, use_host_ptr)
CLEAVE_SYCL_PROPERTY(property::buffer, use_mutex)
CLEAVE_SYCL_PROPERTY(property::buffer, context_bound)
template <class Type, int Dimensions, class Allocator>
struct is_property_of<property::buffer::use_host_ptr, buffer<Type, Dimensions, Allocator, void>>
    : std::true_type {};
template <class Type, int Dimensions, class Allocator>
struct is_property_of<property::buffer::use_mutex, buffer<Type, Dimensions, Allocator, void>>
    : std::true_type {};
template <class Type, int Dimensions, class Allocator>
struct is_property_of<property::buffer::context_bound, buffer<Type, Dimensions, Allocator, void>>
    : std::true_type {};

}  // namespace _v1
}  // namespace sycl
