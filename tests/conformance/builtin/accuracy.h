// Finds the worst result of a math function, and computes references that MPFR lacks.
#pragma once

#include <gtest/gtest.h>
#include <mpfr.h>

#include "ulp.h"

namespace cleave::test {

// A bound where the language sets none: results are finite where they should be, and no more.
constexpr double unlimited = 0x1p60;

// The worst result of one function, and where.
template <class T>
struct Worst {
  double ulps = 0;
  double x = 0;
  double y = 0;
  double actual = 0;
  double expected = 0;
  int failures = 0;

  void take(T value, mpfr_ptr exact, double bound, T first, double second = 0) {
    const auto result = static_cast<double>(value);
    const double distance =
        bound == 0 ? rounded_distance(result, exact) : ulps_between<T>(result, exact);
    failures += distance > bound;
    if (distance <= ulps) return;
    const double expected_value = mpfr_get_d(exact, MPFR_RNDN);
    *this = {distance, static_cast<double>(first), second, result, expected_value, failures};
  }

  // From the correctly rounded value: what a bound of 0 means.
  static double rounded_distance(double result, mpfr_ptr exact) {
    if (!mpfr_number_p(exact) || mpfr_zero_p(exact)) return ulps_between<T>(result, exact);
    const double distance = ulps_between<T>(result, exact);
    return distance <= 0.5 ? 0 : distance;
  }

  void expect_within(double bound) const {
    EXPECT_EQ(failures, 0) << std::hexfloat << "worst: " << std::defaultfloat << ulps
                           << " ulps, allowed " << bound << std::hexfloat << ", at " << x << ", "
                           << y << ": " << actual << " instead of " << expected;
  }
};

// MPFR decides otherwise here: IEEE 754 gives the reciprocal root of -0 the sign of the zero, and
// OpenCL C 7.5.1 has powr(x, NaN) be a NaN.
inline void reciprocal_root(mpfr_ptr result, mpfr_ptr x, mpfr_rnd_t rounding) {
  const bool negative_zero = mpfr_zero_p(x) && mpfr_signbit(x) != 0;
  mpfr_rec_sqrt(result, x, rounding);
  if (negative_zero) mpfr_set_inf(result, -1);
}

inline void reciprocal(mpfr_ptr result, mpfr_ptr x, mpfr_rnd_t rounding) {
  mpfr_ui_div(result, 1, x, rounding);
}

inline void log_of_gamma(mpfr_ptr result, mpfr_ptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  mpfr_lgamma(result, &sign, x, rounding);
}

inline void power_of_positive(mpfr_ptr result, mpfr_ptr x, mpfr_ptr y, mpfr_rnd_t rounding) {
  if (mpfr_nan_p(y)) {
    mpfr_set_nan(result);
  } else {
    mpfr_powr(result, x, y, rounding);
  }
}

}  // namespace cleave::test
