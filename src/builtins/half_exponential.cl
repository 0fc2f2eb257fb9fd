// Computes exponentials, hyperbolic functions and their inverses, log1p, erf and erfc of half
// (cl_khr_fp16) in single precision, with as many digits as halves need and without care for what
// no half is or becomes: all lanes take the same few instructions. At most 0.6 units in the last
// place (logarithms: 1.3), of 2 to 4 allowed.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "library.h"
#include "polynomials.h"
#include "significands.h"
#include "split_exponent.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// 2^y = 2^n 2^r for y = n + r.
static inline float power_of_two(float y) {
  const struct SplitExponent parts = split_exponent(clamped(y, -30.0f, 20.0f), 1);
  float p = 0x1.3d106cp-7f;
  p = p * parts.rest + 0x1.c96d34p-5f;
  p = p * parts.rest + 0x1.ebf958p-3f;
  p = p * parts.rest + 0x1.62e2d2p-1f;
  p = p * parts.rest + 1;
  return p * parts.whole;
}
half VALUE exp(half x) {
  return (half)power_of_two((float)x * 0x1.715476p+0f);
}
half VALUE exp2(half x) {
  return (half)power_of_two(x);
}
half VALUE exp10(half x) {
  return (half)power_of_two((float)x * 0x1.a934fp+1f);
}

// x = n ln(2) + r with |r| <= ln(2) / 2. The number to be added and taken away again has 127 in its
// lowest bits, which so are an exponent's.
struct PowerParts {
  float power, rest;  // 2^n, e^r - 1
};
static inline struct PowerParts power_parts(float x) {
  const float biased_rounding = 0x1.8p23f + 127;
  const float shifted = x * 0x1.715476p+0f + biased_rounding;
  const float r = x - (shifted - biased_rounding) * 0x1.62e43p-1f;
  float q = 0x1.55554cp-5f;
  q = q * r + 0x1.5761f8p-3f;
  q = q * r + 0x1.0001a4p-1f;
  q = q * r + 0x1.fffe0cp-1f;
  return (struct PowerParts){as_float(as_int(shifted) << 23), q * r};
}
static inline float exponential_less_1(float x) {
  const struct PowerParts parts = power_parts(x);
  return parts.power * parts.rest + (parts.power - 1);
}

// |x|, or what has the same result: infinite, or the limit.
static inline float limited_magnitude(float x, float limit) {
  const float magnitude = __builtin_elementwise_abs(x);
  return magnitude > limit ? limit : magnitude;
}

half VALUE expm1(half x) {
  const float value = exponential_less_1(clamped((float)x, -20.0f, 20.0f));
  return (half)__builtin_elementwise_copysign(value, (float)x);
}

half VALUE sinh(half x) {
  const float less_1 = exponential_less_1(limited_magnitude(x, 20));
  const float value = 0.5f * (less_1 + less_1 / (less_1 + 1));
  return (half)__builtin_elementwise_copysign(value, (float)x);
}

half VALUE cosh(half x) {
  const struct PowerParts parts = power_parts(limited_magnitude(x, 20));
  const float exponential = parts.power * parts.rest + parts.power;
  return (half)(0.5f * (exponential + 1 / exponential));
}

half VALUE tanh(half x) {
  const float less_1 = exponential_less_1(2 * limited_magnitude(x, 10));
  return (half)__builtin_elementwise_copysign(less_1 / (less_1 + 2), (float)x);
}

// 1 + x has no digits of a small x, for which two terms suffice.
float VALUE half_log(float x);
half VALUE log1p(half x) {
  const float single = x;
  const float near_zero = -0.5f * single * single + single;
  const bool is_near_zero = __builtin_elementwise_abs(single) < 0x1p-9f;
  return (half)(is_near_zero ? near_zero : half_log(1 + single));
}

half VALUE acosh(half x) {
  const float single = x;
  const float root = __builtin_elementwise_sqrt((single - 1) * (single + 1));
  return (half)half_log(single < 0 ? -1 : single + root);
}
// Sums with 1 have no digits of a small x, which is the result.
half VALUE asinh(half x) {
  const float size = __builtin_elementwise_abs((float)x);
  const float value = half_log(size + __builtin_elementwise_sqrt(size * size + 1));
  return (half)__builtin_elementwise_copysign(size < 0x1p-8f ? size : value, (float)x);
}
half VALUE atanh(half x) {
  const float size = __builtin_elementwise_abs((float)x);
  const float value = 0.5f * half_log((1 + size) / (1 - size));
  return (half)__builtin_elementwise_copysign(size < 0x1p-8f ? size : value, (float)x);
}

// erf(x) / x as a polynomial of x^2 where erf(x) is not 1.
half VALUE erf(half x) {
  const float magnitude = limited_magnitude(x, 2.65f), square = magnitude * magnitude;
  const float over_x =
      horner(square, 0x1.20db5cp+0f, -0x1.809b94p-2f, 0x1.c7d1d4p-4f, -0x1.9a688p-6f, 0x1.0dfdp-8f,
             -0x1.e1df7p-12f, 0x1.ff9a7p-16f, -0x1.e0db5p-21f);
  return (half)__builtin_elementwise_copysign(magnitude * over_x, (float)x);
}

// exp(-x^2) u q(u) for x of 0 or more, where u = 2 / (x + 2).
half VALUE erfc(half x) {
  const float magnitude = limited_magnitude(x, 4.2f);  // the result is 0 from 3.9 on
  const float u = 2 / (magnitude + 2), v = u - 0.65f;
  float q = -0x1.8e115ap-3f;
  q = q * v + 0x1.a59a68p-6f;
  q = q * v + 0x1.320a88p-1f;
  q = q * v + 0x1.b96c5cp-1f;
  q = q * v + 0x1.40f1f8p-1f;
  const struct PowerParts parts = power_parts(-magnitude * magnitude);
  const float value = (parts.power * parts.rest + parts.power) * (u * q);
  return (half)(x < 0 ? 2 - value : value);
}

VECTORS_OF_1(half, acosh, half)
VECTORS_OF_1(half, asinh, half)
VECTORS_OF_1(half, atanh, half)
VECTORS_OF_1(half, cosh, half)
VECTORS_OF_1(half, erf, half)
VECTORS_OF_1(half, erfc, half)
VECTORS_OF_1(half, exp, half)
VECTORS_OF_1(half, exp10, half)
VECTORS_OF_1(half, exp2, half)
VECTORS_OF_1(half, expm1, half)
VECTORS_OF_1(half, log1p, half)
VECTORS_OF_1(half, sinh, half)
VECTORS_OF_1(half, tanh, half)
