// Numbers to test with, and the distance of a result from the exact one.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "tests/support/half.h"

namespace cleave::test {

constexpr mpfr_prec_t reference_precision = 200;  // bits; a double has 53

class Exact {
 public:
  Exact() { mpfr_init2(number_, reference_precision); }
  ~Exact() { mpfr_clear(number_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  Exact& operator=(double value) {
    mpfr_set_d(number_, value, MPFR_RNDN);
    return *this;
  }
  operator mpfr_ptr() { return number_; }

 private:
  mpfr_t number_;
};

// The shape of a type, as std::numeric_limits has it.
template <class T>
struct Format : std::numeric_limits<T> {};

template <>
struct Format<Half> {
  static constexpr int digits = 11;
  static constexpr int min_exponent = -13;
  static constexpr int max_exponent = 16;
};

// The distance of `actual`, a T, from `exact` in units in the last place; infinity where one is
// NaN, of another sign at zero, or infinite without reason. The range of T ends half a unit after
// its greatest value.
template <class T>
double ulps_between(double actual, mpfr_ptr exact) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  using Limits = Format<T>;
  if (mpfr_nan_p(exact)) return std::isnan(actual) ? 0 : wrong;
  if (std::isnan(actual)) return wrong;
  if (mpfr_zero_p(exact)) {
    const bool same_sign = std::signbit(actual) == (mpfr_signbit(exact) != 0);
    return actual == 0 && same_sign ? 0 : wrong;
  }
  if (mpfr_inf_p(exact)) {
    return std::isinf(actual) && std::signbit(actual) == (mpfr_signbit(exact) != 0) ? 0 : wrong;
  }
  Exact error;
  if (std::isinf(actual)) {
    mpfr_set_ui_2exp(error, 1, Limits::max_exponent, MPFR_RNDN);
    if (actual < 0) mpfr_neg(error, error, MPFR_RNDN);
    if (mpfr_cmpabs(exact, error) >= 0 && (mpfr_signbit(exact) != 0) == std::signbit(actual)) {
      return 0;
    }
  } else {
    error = actual;
  }
  mpfr_sub(error, error, exact, MPFR_RNDN);
  mpfr_abs(error, error, MPFR_RNDN);
  // The exponent of MPFR is that of a significand in [1/2, 1).
  const auto exponent = std::max<mpfr_exp_t>(mpfr_get_exp(exact), Limits::min_exponent);
  const auto largest = std::min<mpfr_exp_t>(exponent, Limits::max_exponent);
  mpfr_mul_2si(error, error, -(largest - Limits::digits), MPFR_RNDN);
  return mpfr_get_d(error, MPFR_RNDU);
}

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Values at which functions change what they do, with both signs.
template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::denorm_min() * 1000,
                           std::nextafter(Limits::min(), T(0)),
                           Limits::min(),
                           Limits::min() * 3,
                           Limits::epsilon(),
                           T(1e-10),
                           T(0.25),
                           T(0.5),
                           T(0.75),
                           std::nextafter(T(1), T(0)),
                           T(1),
                           std::nextafter(T(1), T(2)),
                           T(1.5),
                           T(2),
                           T(2.5),
                           T(3),
                           T(5),
                           T(8),
                           T(10),
                           T(64),
                           T(100),
                           T(127),
                           T(0x1p31),
                           T(0x1p63),
                           T(1e30),
                           T(1.5e38),
                           Limits::max() / 2,
                           Limits::max(),
                           Limits::infinity(),
                           Limits::quiet_NaN()};
  // Trigonometric functions vanish there.
  for (const double k : {1, 2, 3, 4, 5, 7, 100, 1000, 12345, 10000000}) {
    const T x = static_cast<T>(k * 1.57079632679489661923);
    values.insert(values.end(), {std::nextafter(x, T(0)), x, std::nextafter(x, Limits::max())});
  }
  // Exponentials leave the range there.
  for (const double x : {87.3, 88.7, 88.73, 103.9, 104.1, 126.5, 128.0, 149.2, 38.5, 44.9, 709.7,
                         709.79, 745.1, 745.2, 1021.5, 1024.0, 1074.3, 308.2, 323.4}) {
    values.push_back(static_cast<T>(x));
  }
  const std::size_t positive = values.size();
  for (std::size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  return values;
}

// Random values: all exponents alike, evenly in ranges where functions are used most, and about
// multiples of π/2.
template <class T>
std::vector<T> random_values(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(std::bit_cast<T>(static_cast<Bits<T>>(random())));
    for (const double range : {1.0, 10.0, 200.0}) {
      values.push_back(static_cast<T>(std::uniform_real_distribution<>(-range, range)(random)));
    }
    const auto quarter_turns = static_cast<double>(random() % (std::uint64_t{2} << (i % 20)));
    values.push_back(static_cast<T>(quarter_turns * 1.57079632679489661923));
  }
  return values;
}

}  // namespace cleave::test
