// Declares context: devices of one platform that share memory and programs (SYCL 2020, 4.6.3).
#pragma once

#include "device.hpp"
#include "property_list.hpp"

namespace sycl {
inline namespace _v1 {

class context : public detail::shared_object<context, cleave_sycl_context>,
                public detail::with_properties {
 public:
  CLEAVE_SYCL_LAZY
  explicit context(const property_list& properties = {}) : context(async_handler(), properties) {}
  CLEAVE_SYCL_LAZY
  explicit context(async_handler handler, const property_list& properties = {})
      : context(device().get_platform(), handler, properties) {}
  CLEAVE_SYCL_LAZY
  explicit context(const device& its_device, const property_list& properties = {})
      : context(its_device, async_handler(), properties) {}
  CLEAVE_SYCL_LAZY
  explicit context(const device& its_device, async_handler handler,
                   const property_list& properties = {})
      : context(std::vector<device>{its_device}, handler, properties) {}
  CLEAVE_SYCL_LAZY
  explicit context(const platform& its_platform, const property_list& properties = {})
      : context(its_platform, async_handler(), properties) {}
  CLEAVE_SYCL_LAZY
  explicit context(const platform& its_platform, async_handler handler,
                   const property_list& properties = {})
      : context(its_platform.get_devices(), handler, properties) {}
  CLEAVE_SYCL_LAZY
  explicit context(const std::vector<device>& devices, const property_list& properties = {})
      : context(devices, async_handler(), properties) {}
  /// errc::invalid where there are no devices, or devices of several platforms.
  CLEAVE_SYCL_LAZY
  explicit context(const std::vector<device>& devices, async_handler handler,
                   const property_list& properties = {})
      : shared_object(create(devices, handler)), with_properties(properties) {}

  backend get_backend() const noexcept { return backend::opencl; }
  platform get_platform() const {
    return detail::object_access::share<platform>(detail::api().context_platform(object()));
  }
  CLEAVE_SYCL_LAZY std::vector<device> get_devices() const {
    return detail::read_objects<device, cleave_sycl_device>([&](const cleave_sycl_sink* sink) {
      return detail::api().context_devices(object(), sink);
    });
  }

  template <class Parameter>
  typename Parameter::return_type get_info() const {
    if constexpr (std::is_same_v<Parameter, info::context::platform>) {
      return get_platform();
    } else if constexpr (std::is_same_v<Parameter, info::context::devices>) {
      return get_devices();
    } else if constexpr (std::is_same_v<Parameter,
                                        info::context::atomic_memory_order_capabilities>) {
      return common<info::device::atomic_memory_order_capabilities>();
    } else if constexpr (std::is_same_v<Parameter,
                                        info::context::atomic_fence_order_capabilities>) {
      return common<info::device::atomic_fence_order_capabilities>();
    } else if constexpr (std::is_same_v<Parameter,
                                        info::context::atomic_memory_scope_capabilities>) {
      return common<info::device::atomic_memory_scope_capabilities>();
    } else {
      static_assert(std::is_same_v<Parameter, info::context::atomic_fence_scope_capabilities>,
                    "contexts do not tell of this");
      return common<info::device::atomic_fence_scope_capabilities>();
    }
  }

  /// That of the first device.
  template <class Parameter>
  typename Parameter::return_type get_backend_info() const {
    return get_devices().front().template get_backend_info<Parameter>();
  }

 private:
  friend struct detail::object_access;
  // An inherited constructor without arguments would go before that with default arguments, a template.
  explicit context(detail::reference<cleave_sycl_context> made) : shared_object(std::move(made)) {}

  CLEAVE_SYCL_LAZY
  static detail::reference<cleave_sycl_context> create(const std::vector<device>& devices,
                                                       const async_handler& handler) {
    std::vector<cleave_sycl_device*> raw;
    for (const device& each : devices) raw.push_back(detail::object_access::get(each));
    const cleave_sycl_async_handler trampoline = detail::async_trampoline<>::make(handler);
    cleave_sycl_context* made = nullptr;
    if (cleave_sycl_error* error =
            detail::api().create_context(raw.data(), raw.size(), &trampoline, &made)) {
      if (trampoline.call != nullptr) trampoline.box.destroy(trampoline.box.state);
      detail::raise(error);
    }
    return detail::reference<cleave_sycl_context>::take(made);
  }

  /// Returns what all devices have.
  template <class Parameter>
  typename Parameter::return_type common() const {
    typename Parameter::return_type shared;
    bool is_first = true;
    for (const device& each : get_devices()) {
      auto its = each.get_info<Parameter>();
      if (is_first) {
        shared = std::move(its);
        is_first = false;
        continue;
      }
      decltype(shared) both;
      for (const auto& value : shared) {
        for (const auto& other : its) {
          if (value == other) both.push_back(value);
        }
      }
      shared = std::move(both);
    }
    return shared;
  }
};

inline context platform::khr_get_default_context() const {
  cleave_sycl_context* found = nullptr;
  detail::check(detail::api().default_context(object(), &found));
  return detail::object_access::take<context>(found);
}
inline context platform::ext_oneapi_get_default_context() const {
  return khr_get_default_context();
}

namespace CLEAVE_SYCL_HIDDEN detail {
template <class Selector>
device select_of(const context& its_context, const Selector& selector) {
  return select(its_context.get_devices(), selector);
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

inline exception::exception(const context& its_context, std::error_code code, const char* what)
    : exception(code, what) {
  detail::exception_access::set_context(*this, detail::object_access::get(its_context));
}
inline exception::exception(const context& its_context, std::error_code code,
                            const std::string& what)
    : exception(its_context, code, what.c_str()) {}
inline exception::exception(const context& its_context, std::error_code code)
    : exception(its_context, code, code.message().c_str()) {}
inline exception::exception(const context& its_context, int code,
                            const std::error_category& category, const std::string& what)
    : exception(its_context, std::error_code(code, category), what) {}
inline exception::exception(const context& its_context, int code,
                            const std::error_category& category, const char* what)
    : exception(its_context, std::error_code(code, category), what) {}
inline exception::exception(const context& its_context, int code,
                            const std::error_category& category)
    : exception(its_context, std::error_code(code, category)) {}

inline context exception::get_context() const {
  if (!has_context()) detail::raise(errc::invalid, "the exception has no context");
  return detail::object_access::share<context>(detail::exception_access::context_of(*this));
}

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::context> : sycl::detail::hash_of_object<sycl::context> {};
