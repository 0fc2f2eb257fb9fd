// Names the properties of images (SYCL 2020, 4.7.3.3).
#pragma once

#include "buffer_properties.hpp"
#include "context.hpp"
#include "declarations.hpp"
#include "detail/std_mutex.hpp"
#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct image_properties;
}

namespace property::image {
/// The host's memory is used where it lies, as it is anyway.
class use_host_ptr {};
/// The library locks the mutex before a command uses the image, and unlocks it when the command has ended and the contents
/// are in the host's memory.
class use_mutex {
 public:
  CLEAVE_SYCL_LAZY use_mutex(std::mutex& its_mutex) : mutex_(detail::mutex_of(&its_mutex)) {}
  std::mutex* get_mutex_ptr() const { return static_cast<std::mutex*>(mutex_.state); }

 private:
  friend struct detail::image_properties;
  cleave_sycl_mutex mutex_;
};
/// Commands of contexts of another cl_context may not use the image: their accessors throw errc::invalid.
class context_bound {
 public:
  CLEAVE_SYCL_LAZY context_bound(sycl::context bound) : context_(bound) {}
  sycl::context get_context() const { return context_; }

 private:
  friend struct detail::image_properties;
  sycl::context context_;
};
}  // namespace property::image

CLEAVE_SYCL_NUMBERED_PROPERTY(property::image, use_host_ptr, image_use_host_ptr)
CLEAVE_SYCL_NUMBERED_PROPERTY(property::image, use_mutex, image_use_mutex)
CLEAVE_SYCL_NUMBERED_PROPERTY(property::image, context_bound, image_context_bound)
#define CLEAVE_SYCL_PROPERTY_OF_IMAGES(name)                                           \
  template <int Dimensions, class Allocator>                                           \
  struct is_property_of<property::image::name, sampled_image<Dimensions, Allocator>>   \
      : std::true_type {};                                                             \
  template <int Dimensions, class Allocator>                                           \
  struct is_property_of<property::image::name, unsampled_image<Dimensions, Allocator>> \
      : std::true_type {};
CLEAVE_SYCL_PROPERTY_OF_IMAGES(use_host_ptr)
CLEAVE_SYCL_PROPERTY_OF_IMAGES(use_mutex)
CLEAVE_SYCL_PROPERTY_OF_IMAGES(context_bound)
#undef CLEAVE_SYCL_PROPERTY_OF_IMAGES

namespace CLEAVE_SYCL_HIDDEN detail {
struct image_properties {
  /// Tells the library of properties. The context and the mutex are good as long as the list.
  CLEAVE_SYCL_LAZY static void add(const property_list& list, cleave_sycl_buffer_request& request) {
    if (const auto* bound = property_access::find<property::image::context_bound>(list)) {
      request.context = object_access::get(bound->context_);
    }
    if (const auto* used = property_access::find<property::image::use_mutex>(list)) {
      request.mutex = used->mutex_;
    }
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Type, int Dimensions, access_mode Mode, image_target Target>
struct is_property_of<property::no_init, unsampled_image_accessor<Type, Dimensions, Mode, Target>>
    : std::true_type {};
template <class Type, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_unsampled_image_accessor<Type, Dimensions, Mode>>
    : std::true_type {};

}  // namespace _v1
}  // namespace sycl
