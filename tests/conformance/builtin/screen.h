// Computes right results nearly, with more digits than the type under test has: what says which of
// many results are worth MPFR's time. `R` is double for floats and halves, long double for doubles;
// screen_vectors.h has the same for vectors of double.
#pragma once

#include <algorithm>
#include <cmath>

namespace cleave::test::screen {

// Rows of math_functions.def call these names, which are the overloads of vectors too.
using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt,
    std::ceil, std::cos, std::cosh, std::erf, std::erfc, std::exp, std::exp2, std::expm1, std::fabs,
    std::fdim, std::floor, std::fmax, std::fmin, std::fmod, std::hypot, std::lgamma, std::log,
    std::log10, std::log1p, std::log2, std::pow, std::remainder, std::rint, std::round, std::sin,
    std::sinh, std::sqrt, std::tan, std::tanh, std::tgamma, std::trunc;

template <class R>
constexpr R pi = 3.14159265358979323846264338327950288L;

template <class R>
R exp10_of(R x) {
  return std::pow(R(10), x);
}

/// sin(pi x): the reduction is exact.
template <class R>
R sine_of_turns(R x) {
  if (std::isinf(x)) return x - x;
  const R rest = std::remainder(x, R(2)), magnitude = std::fabs(rest);
  if (rest == 0 || magnitude == 1) return std::copysign(R(0), x);
  const R near = magnitude > R(0.5) ? 1 - magnitude : magnitude;
  return std::copysign(std::sin(pi<R> * near), rest);
}

template <class R>
R cosine_of_turns(R x) {
  if (std::isinf(x)) return x - x;
  const R magnitude = std::fabs(std::remainder(x, R(2)));
  if (magnitude == R(0.5)) return 0;
  return magnitude < R(0.25)   ? std::cos(pi<R> * magnitude)
         : magnitude > R(0.75) ? -std::cos(pi<R> * (1 - magnitude))
                               : std::sin(pi<R> * (R(0.5) - magnitude));
}

template <class R>
R tangent_of_turns(R x) {
  return sine_of_turns(x) / cosine_of_turns(x);
}

template <class R>
R power_of_positive(R x, R y) {
  return x < 0 || std::isnan(x) || std::isnan(y) ? std::nan("") : std::pow(x, y);
}

template <class R>
R root_of(R x, int n) {
  const R root = std::pow(std::fabs(x), 1 / static_cast<R>(n));
  return n % 2 == 0 && x < 0 ? std::nan("") : std::copysign(root, n % 2 == 0 ? R(1) : x);
}

/// A right result, and how far from it another may be.
struct Approximation {
  double value, allowed;
};

/// The unit in the last place of a float near `value`.
inline double unit_of_float(double value) {
  const int exponent = value == 0 ? -125 : std::max(std::ilogb(value) + 1, -125);
  return std::ldexp(1.0, exponent - 24);
}

/// Returns how far sin(x) / cos(x) may be off where the sine and the cosine may be by 2^-11.
inline double tangent_allowed(double x) {
  return 0x1p-11 * (1 + std::fabs(std::tan(x))) /
         std::fmax(0x1p-30, std::fabs(std::cos(x)) - 0x1p-11);
}

}  // namespace cleave::test::screen
