// Declares platform: those of all OpenCL drivers that the loader knows (SYCL 2020, 4.6.2).
#pragma once

#include "detail/object.hpp"
#include "device_selector.hpp"
#include "info.hpp"

namespace sycl {
inline namespace _v1 {

class platform : public detail::shared_object<platform, cleave_sycl_platform> {
 public:
  /// That of the device which default_selector_v chooses.
  inline platform();
  template <class Selector, class = detail::enable_if_selector<Selector>>
  explicit platform(const Selector& selector);

  backend get_backend() const noexcept { return backend::opencl; }

  CLEAVE_SYCL_LAZY
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const;

  /// The context that queues have which are made without one.
  context khr_get_default_context() const;
  [[deprecated("use khr_get_default_context")]] context ext_oneapi_get_default_context() const;

  template <class Parameter>
  typename Parameter::return_type get_info() const;

  /// Tells what OpenCL says, by info::platform::version.
  template <class Parameter>
  typename Parameter::return_type get_backend_info() const {
    static_assert(std::is_same_v<Parameter, info::platform::version>,
                  "get_backend_info: the platform does not tell of this");
    return get_info<Parameter>();
  }

  CLEAVE_SYCL_LAZY bool has(aspect wanted) const;
  CLEAVE_SYCL_LAZY bool has_extension(const std::string& name) const;

  CLEAVE_SYCL_LAZY static std::vector<platform> get_platforms() {
    return detail::read_objects<platform, cleave_sycl_platform>(
        [](const cleave_sycl_sink* sink) { return detail::api().platforms(sink); });
  }

 private:
  friend struct detail::object_access;
  using shared_object::shared_object;
};

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::platform> : sycl::detail::hash_of_object<sycl::platform> {};

#include "device.hpp"
