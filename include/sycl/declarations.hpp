// Names classes of chapter 4 before their headers define them, with the enumerations of images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "access.hpp"
#include "backend_types.hpp"
#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

// Kernel bundles (4.11).
enum class bundle_state : std::uint32_t { input, object, executable };
class kernel;
template <bundle_state State>
class kernel_bundle;
template <bundle_state State>
class device_image;

// Images and samplers (4.7.3, 4.7.6.13, 4.7.6.14 and 4.7.8).
enum class image_format : unsigned {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};
enum class image_target : int { device, host_task };
enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };
enum class filtering_mode : unsigned { nearest, linear };
/// How coordinates become texels (4.7.8).
struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};
using image_allocator = std::allocator<std::byte>;
template <int Dimensions = 1, class Allocator = image_allocator>
class unsampled_image;
template <int Dimensions = 1, class Allocator = image_allocator>
class sampled_image;
template <class Type, int Dimensions, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class Type, int Dimensions, image_target Target = image_target::device>
class sampled_image_accessor;
template <class Type, int Dimensions = 1,
          access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;
template <class Type, int Dimensions = 1>
class host_sampled_image_accessor;

}  // namespace _v1
}  // namespace sycl
