// Declares kernel_id, and whether devices have code of kernels (SYCL 2020, 4.11.6 and 4.11.8).
#pragma once

#include <vector>

#include "detail/object.hpp"
#include "device.hpp"

namespace sycl {
inline namespace _v1 {

/// A kernel of the program.
class kernel_id : public detail::shared_object<kernel_id, cleave_sycl_kernel_id> {
 public:
  kernel_id() = delete;

  /// Its symbol on devices.
  const char* get_name() const noexcept { return detail::api().kernel_id_name(object()); }

 private:
  friend struct detail::object_access;
  using shared_object::shared_object;
};

/// Returns the kernel with this class as name; errc::invalid if the program has none.
template <class Name>
kernel_id get_kernel_id() {
  cleave_sycl_kernel_id* found = nullptr;
  detail::check(detail::api().kernel_id(CLEAVE_SYCL_SYMBOL(Name), &found));
  return detail::object_access::take<kernel_id>(found);
}

/// Returns all kernels of the program that are loaded.
inline std::vector<kernel_id> get_kernel_ids() {
  return detail::read_objects<kernel_id, cleave_sycl_kernel_id>(
      [](const cleave_sycl_sink* sink) { return detail::api().kernel_ids(sink); });
}

/// True when the device has code of all these kernels.
CLEAVE_SYCL_LAZY bool is_compatible(const std::vector<kernel_id>& kernels,
                                    const device& its_device) {
  for (const kernel_id& kernel : kernels) {
    if (detail::api().device_runs_kernel(detail::object_access::get(its_device),
                                         detail::object_access::get(kernel)) == 0) {
      return false;
    }
  }
  return true;
}
template <class Name>
bool is_compatible(const device& its_device) {
  return is_compatible({get_kernel_id<Name>()}, its_device);
}

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::kernel_id> : sycl::detail::hash_of_object<sycl::kernel_id> {};
