// Names the properties of buffers (SYCL 2020, 4.7.2.2).
#pragma once

#include "context.hpp"
#include "detail/abi.h"
#include "detail/object.hpp"
#include "detail/std_mutex.hpp"
#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, int Dimensions, class Allocator, class Enable>
class buffer;

namespace CLEAVE_SYCL_HIDDEN detail {
struct buffer_properties;

/// A mutex as the library takes it.
CLEAVE_SYCL_LAZY cleave_sycl_mutex mutex_of(std::mutex* its_mutex) {
  return {its_mutex, [](void* state) { static_cast<std::mutex*>(state)->lock(); },
          [](void* state) { static_cast<std::mutex*>(state)->unlock(); }};
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace property::buffer {
/// The host's memory is used where it lies, as it is anyway: a host_accessor's elements have the addresses that they had.
class use_host_ptr {};
/// The library locks the mutex before a command uses the buffer, and unlocks it when the command has ended and the
/// contents are in the host's memory: the application may use that memory while it has locked the mutex.
class use_mutex {
 public:
  CLEAVE_SYCL_LAZY use_mutex(std::mutex& its_mutex) : mutex_(detail::mutex_of(&its_mutex)) {}
  std::mutex* get_mutex_ptr() const { return static_cast<std::mutex*>(mutex_.state); }

 private:
  friend struct detail::buffer_properties;
  cleave_sycl_mutex mutex_;
};
/// Commands of contexts of another cl_context may not use the buffer: their accessors throw errc::invalid. All contexts
/// of a platform that the application has not made of a cl_context of its own have the same one, and so the same memory.
class context_bound {
 public:
  CLEAVE_SYCL_LAZY context_bound(sycl::context bound) : context_(bound) {}
  sycl::context get_context() const { return context_; }

 private:
  friend struct detail::buffer_properties;
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

namespace CLEAVE_SYCL_HIDDEN detail {
struct buffer_properties {
  /// Tells the library of properties. The context and the mutex are good as long as the list.
  static void add(const property_list& list, cleave_sycl_buffer_request& request) {
    if (const auto* bound = property_access::find<property::buffer::context_bound>(list)) {
      request.context = object_access::get(bound->context_);
    }
    if (const auto* used = property_access::find<property::buffer::use_mutex>(list)) {
      request.mutex = used->mutex_;
    }
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl
