// Makes arguments for measuring how exact functions are: where they change, and everywhere else.
#pragma once

#include <cstdint>
#include <random>

#include "ulp.h"

namespace cleave::test {

/// An endless sequence of arguments of a type: all exponents alike, the ranges where functions are
/// used most, neighbours of multiples of pi/2 and of whole and half numbers, and of the fractions
/// that tables of functions have for their entries. T is float or double.
template <class T>
class Arguments {
 public:
  explicit Arguments(std::uint64_t seed) : random_(seed) {}

  T next() {
    switch (random_() % 8) {
      case 0:
      case 1:
        return std::bit_cast<T>(static_cast<Bits<T>>(random_()));
      case 2:
        return static_cast<T>(between(-1, 1));
      case 3:
        return static_cast<T>(between(-10, 10));
      case 4:
        return static_cast<T>(between(-750, 750));
      case 5:
        return near(static_cast<long double>(random_() >> random_() % 64) * half_pi);
      case 6:
        return near(static_cast<long double>(random_() >> random_() % 64) / 2);
      default:
        return near(std::ldexp(static_cast<long double>(random_() % 257), exponent_of_table()));
    }
  }

  /// One that together with x leads somewhere: of like size, or the exponent of a power that is in
  /// range; or any.
  T next_with(T x) {
    switch (random_() % 3) {
      case 0:
        return next();
      case 1:
        return static_cast<T>(static_cast<double>(x) * between(-4, 4) *
                              std::ldexp(1.0, static_cast<int>(random_() % 121) - 60));
      default:
        return static_cast<T>(exponent_for(x));
    }
  }
  int integer_with(T x) {
    switch (random_() % 4) {
      case 0:
        return static_cast<int>(random_());
      case 1:
        return static_cast<int>(std::fmax(-2e9, std::fmin(2e9, exponent_for(x))));
      default:
        return static_cast<int>(random_() % 201) - 100;
    }
  }

 private:
  static constexpr long double half_pi = 1.57079632679489661923132169163975144L;

  double between(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  int exponent_of_table() { return static_cast<int>(random_() % 24) - 16; }
  /// A few units from a number, with either sign.
  T near(long double number) {
    auto bits = std::bit_cast<Bits<T>>(static_cast<T>(number));
    bits += static_cast<Bits<T>>(random_() % 7) - 3;
    const T result = std::bit_cast<T>(bits);
    return random_() % 2 == 0 ? result : -result;
  }
  double exponent_for(T x) {
    const double logarithm = std::log2(std::fabs(static_cast<double>(x)));
    const double range = 1.1 * Format<T>::max_exponent;
    return logarithm == 0 || !std::isfinite(logarithm) ? between(-range, range)
                                                       : between(-range, range) / logarithm;
  }

  std::mt19937_64 random_;
};

}  // namespace cleave::test
