// Names how memory is accessed, and the tags that accessors deduce it from (SYCL 2020, 4.7.6).
#pragma once

#include "detail/config.hpp"
#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {

enum class access_mode : int {
  read,
  write,
  read_write,
  discard_write [[deprecated("use write and property::no_init")]],
  discard_read_write [[deprecated("use read_write and property::no_init")]],
  atomic [[deprecated("use atomic_ref")]]
};

enum class target : int {
  device,
  host_task,
  global_buffer [[deprecated("use target::device")]] = device,
  constant_buffer [[deprecated("use target::device")]] = 2,
  local [[deprecated("use local_accessor")]] = 3,
  host_buffer [[deprecated("use host_accessor")]] = 4,
  image [[deprecated("use unsampled_image_accessor")]] = 5,
  host_image [[deprecated("use host_unsampled_image_accessor")]] = 6,
  image_array [[deprecated("images have no arrays in SYCL 2020")]] = 7
};

namespace access {
using sycl::access_mode;
using mode [[deprecated("use access_mode")]] = access_mode;
using target = sycl::target;
enum class placeholder : int { false_t, true_t };
enum class address_space : int {
  global_space,
  local_space,
  constant_space [[deprecated("use global_space")]],
  private_space,
  generic_space,
  // Parts of the global space (sycl_ext_intel_usm_address_spaces).
  ext_intel_global_device_space,
  ext_intel_global_host_space
};
enum class decorated : int { no, yes, legacy };
enum class fence_space : char { local_space, global_space, global_and_local };
}  // namespace access

template <access_mode>
struct mode_tag_t {
  explicit mode_tag_t() = default;
};
template <access_mode, target>
struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task>
    read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};

namespace property {
struct no_init {};
}  // namespace property
CLEAVE_SYCL_PROPERTY(property, no_init)
inline constexpr property::no_init no_init{};

}  // namespace _v1
}  // namespace sycl
