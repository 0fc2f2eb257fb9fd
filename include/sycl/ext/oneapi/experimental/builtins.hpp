// Declares printf for kernels, as programs for DPC++ call it.
#pragma once

#include "../../../detail/config.hpp"

namespace sycl {
inline namespace _v1 {
namespace ext::oneapi::experimental {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
/// Devices and hosts print alike. On devices the format is a text that stands in the call.
template <class... Arguments>
CLEAVE_SYCL_INLINE int printf(const char* format, Arguments... arguments) {
  return __builtin_printf(format, arguments...);
}
#pragma clang diagnostic pop

}  // namespace ext::oneapi::experimental
}  // namespace _v1
}  // namespace sycl
