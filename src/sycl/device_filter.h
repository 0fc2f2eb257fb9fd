// Reads ONEAPI_DEVICE_SELECTOR, which says which devices a program sees.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::sycl {

/// Names devices: "cpu", "0", "0.1", "0.*", "*.*.*".
struct DeviceFilter {
  enum class Kind { any, cpu, gpu, accelerator, index };
  using Part = std::optional<size_t>;  // none: each

  Kind kind = Kind::any;
  size_t index = 0;         // of the backend's root devices
  std::vector<Part> parts;  // which part of the device, and which part of that; at most two
  std::string text;         // as the user wrote it, with the backend
};

/// One term: "backend:device,device".
struct FilterTerm {
  bool is_opencl = false;  // else a backend that has no devices here
  std::vector<DeviceFilter> devices;
};

/// All terms. A device is seen that one of `accepted` names, and none of `discarded`.
struct DeviceFilters {
  std::vector<FilterTerm> accepted;  // none: every root device is
  std::vector<FilterTerm> discarded;
};

/// Reads the value of the variable; upper and lower case are the same. Fails with errc::invalid, which says what is
/// wrong with which term, and what would be right.
[[nodiscard]] DeviceFilters read_filters(std::string_view text);

/// The variable's name.
inline constexpr const char* filter_variable = "ONEAPI_DEVICE_SELECTOR";

}  // namespace cleave::sycl
