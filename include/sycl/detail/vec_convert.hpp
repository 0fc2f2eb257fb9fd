// Converts an element of a vector with a rounding mode (SYCL 2020, 4.14.2.5).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "../half.hpp"
#include "../types.hpp"
#include "builtins.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

template <class Type>
inline constexpr bool is_fraction =
    std::is_floating_point_v<Type> || std::is_same_v<Type, _Float16>;

/// The whole number that the mode gives.
template <rounding_mode Mode, class Type>
constexpr Type whole_number(Type from) {
  if constexpr (Mode == rounding_mode::rte || Mode == rounding_mode::automatic) {
    return __builtin_elementwise_roundeven(from);
  } else if constexpr (Mode == rounding_mode::rtp) {
    return __builtin_elementwise_ceil(from);
  } else if constexpr (Mode == rounding_mode::rtn) {
    return __builtin_elementwise_floor(from);
  } else {
    return from;
  }
}

/// Compares a rounded number with what it was made of: below 0, 0 or above 0.
template <class To, class From>
constexpr int compare_exactly(To rounded, From from) {
  if constexpr (std::is_integral_v<From>) {
    // A number behind the end of From's range is no From.
    constexpr int bits = std::numeric_limits<From>::digits;
    const double end = 2.0 * static_cast<double>(std::uint64_t(1) << (bits - 1));
    if (static_cast<double>(rounded) >= end) return 1;
    if (static_cast<double>(rounded) < (std::is_signed_v<From> ? -end : 0.0)) return -1;
    const From back = static_cast<From>(rounded);
    return back < from ? -1 : back > from ? 1 : 0;
  } else {
    const From back = static_cast<From>(rounded);
    return back < from ? -1 : back > from ? 1 : 0;
  }
}

/// The next number in the direction of greater or lesser ones.
template <class Type>
constexpr Type next_number(Type from, bool greater) {
  using bits_type =
      std::conditional_t<sizeof(Type) == 8, std::uint64_t,
                         std::conditional_t<sizeof(Type) == 4, std::uint32_t, std::uint16_t>>;
  bits_type bits = __builtin_bit_cast(bits_type, from);
  if (from == 0) {
    bits = 1;
    const Type least = __builtin_bit_cast(Type, bits);
    return greater ? least : -least;
  }
  bits = static_cast<bits_type>((from > 0) == greater ? bits + 1 : bits - 1);
  return __builtin_bit_cast(Type, bits);
}

/// Converts between the compiler's own types.
template <class To, rounding_mode Mode, class From>
constexpr To convert_number(From from) {
  if constexpr (is_fraction<From> && !is_fraction<To>) {
    return static_cast<To>(detail::whole_number<Mode>(from));
  } else if constexpr (!is_fraction<To> || Mode == rounding_mode::automatic ||
                       Mode == rounding_mode::rte || std::is_same_v<From, bool>) {
    return static_cast<To>(from);
  } else if constexpr (is_fraction<From> && sizeof(From) <= sizeof(To)) {
    return static_cast<To>(from);
  } else {
    const To rounded = static_cast<To>(from);
    const int error = detail::compare_exactly(rounded, from);
    if constexpr (Mode == rounding_mode::rtp) {
      return error < 0 ? detail::next_number(rounded, true) : rounded;
    } else if constexpr (Mode == rounding_mode::rtn) {
      return error > 0 ? detail::next_number(rounded, false) : rounded;
    } else {
      const bool negative = from < 0;
      return (negative ? error < 0 : error > 0) ? detail::next_number(rounded, negative) : rounded;
    }
  }
}

template <class To, rounding_mode Mode, class From>
constexpr To convert_element(const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (std::is_same_v<From, half>) {
    return detail::convert_element<To, Mode>(half_access::get(from));
  } else if constexpr (std::is_same_v<To, half>) {
    return half_access::make(detail::convert_number<_Float16, Mode>(from));
  } else {
    return detail::convert_number<To, Mode>(from);
  }
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
