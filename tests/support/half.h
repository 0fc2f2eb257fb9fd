// Computes with halves as tests do: their bits, their values, and how a number becomes one.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace cleave::test {

__extension__ using Half = _Float16;

inline bool is_nan(std::uint16_t half) {
  return (half & 0x7fff) > 0x7c00;
}

inline double value_of(unsigned half) {
  const int exponent = static_cast<int>(half >> 10 & 31);
  const int fraction = static_cast<int>(half & 0x3ff);
  double size =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) {
    size = fraction == 0 ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  return (half & 0x8000) != 0 ? -size : size;
}

inline Half half_of(unsigned bits) {
  return std::bit_cast<Half>(static_cast<std::uint16_t>(bits));
}

inline std::uint16_t bits_of(Half half) {
  return std::bit_cast<std::uint16_t>(half);
}

/// Rounded to nearest, ties to even.
inline std::uint16_t nearest_half(double number) {
  const unsigned sign = std::signbit(number) ? 0x8000 : 0;
  if (std::isnan(number)) return 0x7e00;
  const double size = std::fabs(number);
  if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00);
  const int exponent = size < 0x1p-14 ? -14 : std::ilogb(size);
  const auto places = static_cast<unsigned>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return static_cast<std::uint16_t>(sign | (static_cast<unsigned>(exponent + 14) * 1024 + places));
}

/// Rounds a sum that double precision may not hold. Both terms are multiples of 2^-48 below 2^33.
inline std::uint16_t nearest_half_of_sum(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum) || sum == 0) return nearest_half(sum);
  // The error of the sum (two-sum) decides where the sum looks like a tie, and nowhere else.
  const double of_b = sum - a;
  const double rest = (a - (sum - of_b)) + (b - of_b);
  if (rest == 0) return nearest_half(sum);
  return nearest_half(std::nextafter(sum, rest > 0 ? std::numeric_limits<double>::infinity()
                                                   : -std::numeric_limits<double>::infinity()));
}

/// Returns the halves where rounding, signs and ranges change.
inline std::vector<std::uint16_t> special_halves() {
  std::vector<std::uint16_t> halves;
  for (const unsigned bits :
       {0x0000U, 0x0001U, 0x0002U, 0x0003U, 0x0200U, 0x03ffU, 0x0400U, 0x0401U,
        0x07ffU, 0x1000U, 0x13ffU, 0x1400U, 0x2bffU, 0x3555U, 0x3800U, 0x3bffU,
        0x3c00U, 0x3c01U, 0x3e00U, 0x4000U, 0x4200U, 0x4248U, 0x4900U, 0x5640U,
        0x6400U, 0x6bffU, 0x77ffU, 0x7800U, 0x7bfeU, 0x7bffU, 0x7c00U, 0x7e00U}) {
    halves.push_back(static_cast<std::uint16_t>(bits));
    halves.push_back(static_cast<std::uint16_t>(bits | 0x8000U));
  }
  return halves;
}

}  // namespace cleave::test
