// Declares bit_cast (SYCL 2020, 3.9.5).
#pragma once

#include <type_traits>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

/// Names that no call finds by the types of its arguments: programs call functions of their own so, with numbers of ours.
namespace found_by_name_alone {
/// The same bytes as an object of another type.
template <class To, class From,
          std::enable_if_t<sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                               std::is_trivially_copyable_v<From>,
                           int> = 0>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
}  // namespace found_by_name_alone
using namespace found_by_name_alone;

}  // namespace _v1
}  // namespace sycl
