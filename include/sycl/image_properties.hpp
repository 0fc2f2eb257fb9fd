// Names the properties of images (SYCL 2020, 4.7.3.3).
#pragma once

#include "context.hpp"
#include "declarations.hpp"
#include "detail/std_mutex.hpp"
#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {
namespace property::image {
/// The host's memory is used where it lies.
class use_host_ptr {};
/// Commands and the host agree by a mutex.
class use_mutex {
 public:
  use_mutex(std::mutex& its_mutex) : mutex_(&its_mutex) {}
  std::mutex* get_mutex_ptr() const { return mutex_; }

 private:
  std::mutex* mutex_;
};
/// The image is used in one context alone.
class context_bound {
 public:
  context_bound(sycl::context bound) : context_(bound) {}
  sycl::context get_context() const { return context_; }

 private:
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

template <class Type, int Dimensions, access_mode Mode, image_target Target>
struct is_property_of<property::no_init, unsampled_image_accessor<Type, Dimensions, Mode, Target>>
    : std::true_type {};
template <class Type, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_unsampled_image_accessor<Type, Dimensions, Mode>>
    : std::true_type {};

}  // namespace _v1
}  // namespace sycl
