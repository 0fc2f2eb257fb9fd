// Right results by SLEEF. This file alone is compiled for processors with AVX2.
#include "screen_vectors.h"

#include <immintrin.h>
#include <sleef.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>

namespace cleave::test::screen {
namespace {

using Vector = __m256d;
using R = double;

template <class T>
constexpr T pi = 3.14159265358979323846;

// The names are those in math_functions.def.
#define OVERLOAD(NAME, FUNCTION)           \
  [[maybe_unused]] Vector NAME(Vector x) { \
    return FUNCTION(x);                    \
  }
OVERLOAD(acos, Sleef_acosd4_u10)
OVERLOAD(acosh, Sleef_acoshd4_u10)
OVERLOAD(asin, Sleef_asind4_u10)
OVERLOAD(asinh, Sleef_asinhd4_u10)
OVERLOAD(atan, Sleef_atand4_u10)
OVERLOAD(atanh, Sleef_atanhd4_u10)
OVERLOAD(cbrt, Sleef_cbrtd4_u10)
OVERLOAD(ceil, Sleef_ceild4)
OVERLOAD(cos, Sleef_cosd4_u10)
OVERLOAD(cosh, Sleef_coshd4_u10)
OVERLOAD(erf, Sleef_erfd4_u10)
OVERLOAD(erfc, Sleef_erfcd4_u15)
OVERLOAD(exp, Sleef_expd4_u10)
OVERLOAD(exp10_of, Sleef_exp10d4_u10)
OVERLOAD(exp2, Sleef_exp2d4_u10)
OVERLOAD(expm1, Sleef_expm1d4_u10)
OVERLOAD(fabs, Sleef_fabsd4)
OVERLOAD(floor, Sleef_floord4)
OVERLOAD(lgamma, Sleef_lgammad4_u10)
OVERLOAD(log, Sleef_logd4_u10)
OVERLOAD(log10, Sleef_log10d4_u10)
OVERLOAD(log1p, Sleef_log1pd4_u10)
OVERLOAD(log2, Sleef_log2d4_u10)
OVERLOAD(rint, Sleef_rintd4)
OVERLOAD(round, Sleef_roundd4)
OVERLOAD(sin, Sleef_sind4_u10)
OVERLOAD(sinh, Sleef_sinhd4_u10)
OVERLOAD(sqrt, Sleef_sqrtd4)
OVERLOAD(tan, Sleef_tand4_u10)
OVERLOAD(tanh, Sleef_tanhd4_u10)
OVERLOAD(trunc, Sleef_truncd4)
#undef OVERLOAD

#define OVERLOAD(NAME, FUNCTION)                     \
  [[maybe_unused]] Vector NAME(Vector x, Vector y) { \
    return FUNCTION(x, y);                           \
  }
OVERLOAD(atan2, Sleef_atan2d4_u10)
OVERLOAD(fmax, Sleef_fmaxd4)
OVERLOAD(fmin, Sleef_fmind4)
OVERLOAD(fmod, Sleef_fmodd4)
OVERLOAD(hypot, Sleef_hypotd4_u05)
OVERLOAD(pow, Sleef_powd4_u10)
OVERLOAD(remainder, Sleef_remainderd4)
#undef OVERLOAD

Vector fdim(Vector x, Vector y) {
  const Vector none = x + y;
  return x > y ? x - y : x <= y ? Vector{} : none;
}

/// SLEEF gives poles a value, and what is less than all numbers a positive zero.
Vector tgamma(Vector x) {
  const Vector none = Vector{} / Vector{}, size = fabs(Sleef_tgammad4_u10(x)), whole = floor(x);
  const Vector half = whole * 0.5, sign = half == floor(half) ? Vector{} + 1 : Vector{} - 1;
  const Vector below_zero = x == whole ? none : Sleef_copysignd4(size, sign);
  return x < 0.0 ? below_zero : Sleef_copysignd4(size, x);
}

/// Returns the rest of x without the nearest multiple of 2; exact, as SLEEF's sinpi is not for
/// large numbers.
Vector without_turns(Vector x) {
  return x - 2 * rint(x * 0.5);
}

Vector sine_of_turns(Vector x) {
  const Vector rest = without_turns(x), magnitude = fabs(rest);
  const Vector near = magnitude > 0.5 ? 1 - magnitude : magnitude;
  const Vector sine = Sleef_copysignd4(sin(pi<R> * near), rest);
  return near == 0.0 ? Sleef_copysignd4(Vector{}, x) : sine;
}

Vector cosine_of_turns(Vector x) {
  const Vector magnitude = fabs(without_turns(x));
  const Vector outer = magnitude < 0.5 ? cos(pi<R> * magnitude) : -cos(pi<R> * (1 - magnitude));
  const Vector inner = sin(pi<R> * (0.5 - magnitude));
  const auto is_inner = fabs(magnitude - 0.5) <= 0.25;
  return magnitude == 0.5 ? Vector{} : is_inner ? inner : outer;
}

Vector tangent_of_turns(Vector x) {
  return sine_of_turns(x) / cosine_of_turns(x);
}

/// As pow, but for what IEEE 754 leaves undefined: NaN.
Vector power_of_positive(Vector x, Vector y) {
  const Vector none = Vector{} / Vector{}, infinity = 1 / Vector{}, power = pow(x, y);
  const auto is_extreme = (x == 0.0) | (x == infinity);
  const auto is_none = (is_extreme & (y == 0.0)) | ((x == 1.0) & (fabs(y) == infinity)) |
                       (x < 0.0) | (x != x) | (y != y);
  return is_none ? none : power;
}

struct Row {
  std::string_view name;
  VectorsOfOne one;
  VectorsOfTwo two;
};

template <class Function>
void each_vector(std::span<const double> x, double* right, const Function& function) {
  for (std::size_t i = 0; i < x.size(); i += lanes)
    _mm256_storeu_pd(right + i, function(_mm256_loadu_pd(&x[i]), i));
}

#define ROW_OF_ONE(NAME, SCREEN)                                                             \
  Row{#NAME,                                                                                 \
      [](std::span<const double> numbers, double* right) {                                   \
        each_vector(numbers, right, [](Vector x, std::size_t) -> Vector { return SCREEN; }); \
      },                                                                                     \
      nullptr},
#define ROW_OF_TWO(NAME, SCREEN)                                                                 \
  Row{#NAME, nullptr, [](std::span<const double> numbers, const double* others, double* right) { \
        each_vector(numbers, right, [others](Vector x, std::size_t i) -> Vector {                \
          const Vector y = _mm256_loadu_pd(others + i);                                          \
          return SCREEN;                                                                         \
        });                                                                                      \
      }},
#define ONE(NAME, REFERENCE, SCREEN, ...) ROW_OF_ONE(NAME, SCREEN)
#define SINGLE(NAME, REFERENCE, SCREEN, ...) ROW_OF_ONE(NAME, SCREEN)
#define TWO(NAME, REFERENCE, SCREEN, ...) ROW_OF_TWO(NAME, SCREEN)
#define EXTREME(NAME, REFERENCE, SCREEN, ...) ROW_OF_TWO(NAME, SCREEN)
#define SINGLE_TWO(NAME, REFERENCE, SCREEN, ...) ROW_OF_TWO(NAME, SCREEN)
const Row rows[] = {
#include "math_functions.def"
};

const Row& row_of(std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return row;
  }
  throw std::logic_error("no vectors of " + std::string(name));
}

}  // namespace

VectorsOfOne vectors_of_one(std::string_view name) {
  return row_of(name).one;
}
VectorsOfTwo vectors_of_two(std::string_view name) {
  return row_of(name).two;
}

namespace {

constexpr std::int64_t infinite = 0x7ff0'0000'0000'0000;
constexpr std::int64_t sign = std::numeric_limits<std::int64_t>::min();

/// Whether a result is surely better than `limit`, without a branch.
std::int64_t is_settled(double actual, double right, double difference, const Shape& shape,
                        double limit) {
  const auto actual_bits = std::bit_cast<std::int64_t>(actual);
  const auto right_bits = std::bit_cast<std::int64_t>(right);
  const std::int64_t size = right_bits & ~sign;
  // The exponent of the number before, so that the unit is not too large where `right` is rounded
  // up; that of a significand in [1/2, 1).
  const std::int64_t exponent = ((size - 1) >> 52) - 1022;
  const std::int64_t least = shape.min_exponent;
  const std::int64_t field = 1023 - (exponent > least ? exponent : least);
  const auto scale = std::bit_cast<double>((field > 1 ? field : 1) << 52);
  const auto unit_of_one = std::bit_cast<double>((shape.digits + std::int64_t{1023}) << 52);
  const auto ulps =
      std::bit_cast<double>(std::bit_cast<std::int64_t>(difference * unit_of_one * scale) & ~sign);
  const std::int64_t is_near = (size != 0) & (ulps < limit);
  const std::int64_t are_none = (actual != actual) & (right != right);
  const std::int64_t are_same = (actual_bits == right_bits) & ((size == 0) | (size == infinite));
  const std::int64_t overflow = (shape.max_exponent + std::int64_t{1023}) << 52;
  const std::int64_t overflows = ((actual_bits & ~sign) == infinite) & (size <= infinite) &
                                 (size >= overflow) & ((actual_bits ^ right_bits) >= 0);
  return is_near | are_none | are_same | overflows;
}

}  // namespace

std::size_t find_doubtful(const Results& results, const Shape& shape, double limit,
                          std::uint32_t* indices) {
  constexpr std::size_t block = 64;
  std::size_t found = 0;
  for (std::size_t start = 0; start < results.actual.size(); start += block) {
    const std::size_t end = std::min(start + block, results.actual.size());
    std::int64_t are_settled = 1;
    for (std::size_t i = start; i < end; ++i)
      are_settled &=
          is_settled(results.actual[i], results.right[i], results.difference[i], shape, limit);
    if (are_settled != 0) continue;
    for (std::size_t i = start; i < end; ++i) {
      indices[found] = static_cast<std::uint32_t>(i);
      found +=
          is_settled(results.actual[i], results.right[i], results.difference[i], shape, limit) == 0;
    }
  }
  return found;
}

}  // namespace cleave::test::screen
