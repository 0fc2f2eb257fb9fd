// Computes half_ functions (OpenCL C 3.0, 6.15.2): of single precision, with at least 10 bits of
// the result right, 8192 units in the last place. They take all arguments but angles beyond 2^16,
// for which OpenCL leaves the result open; Khronos' suite wants one that a sine, cosine or tangent
// can have, also there. Roots and quotients are single instructions, as they are.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "library.h"
#include "significands.h"
#include "split_exponent.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// What is left of an angle without whole quarters or halves of a turn. UNIT is a sum of three:
// the first difference is exact, where multiplication is fused.
#define WITHOUT_MULTIPLES(NAME, UNIT, SECOND, THIRD)                    \
  static inline float NAME(float x, float n) {                          \
    const float nearly = __builtin_fmaf(n, -UNIT, x);                   \
    return __builtin_fmaf(n, THIRD, __builtin_fmaf(n, SECOND, nearly)); \
  }
WITHOUT_MULTIPLES(without_halves, 0x1.921fb4p+1f, -0x1.4442dp-23f, -0x1.846988p-47f)
WITHOUT_MULTIPLES(without_quarters, 0x1.921fb4p+0f, -0x1.4442dp-24f, -0x1.846988p-48f)

static inline float negated_if_odd(float value, int bits) {
  return as_float(as_int(value) ^ bits << 31);
}

// What is left of an angle beyond 2^16 may be anything; what is not a number stays that.
static inline float within(float r, float limit) {
  const float least_limited = r < -limit ? -limit : r;
  return least_limited > limit ? limit : least_limited;
}

// For |r| <= pi / 2. The polynomial is so much less that no sine is above 1.
static inline float sine(float left) {
  const float r = within(left, 0x1.921fb6p+0f);
  const float square = r * r;
  return r * ((0x1.f235acp-8f * square - 0x1.53d96ap-3f) * square + 0x1.ffe388p-1f);
}
float VALUE sin(float x);
float VALUE half_sin(float x) {
  if (!__cleave_has_fused_multiply_add()) return sin(x);
  const float shifted = x * 0x1.45f306p-2f + rounding;
  return negated_if_odd(sine(without_halves(x, shifted - rounding)), as_int(shifted));
}
// sin(x + pi / 2): x is an odd number of quarters and a remainder.
float VALUE cos(float x);
float VALUE half_cos(float x) {
  if (!__cleave_has_fused_multiply_add()) return cos(x);
  const float shifted = x * 0x1.45f306p-2f - 0.5f + rounding;
  const float quarters = 2 * (shifted - rounding) + 1;
  return negated_if_odd(sine(without_quarters(-x, -quarters)), as_int(shifted));
}

// tan(r) = r (1 + a r^2) / (1 + b r^2) for |r| <= pi / 4, right at two such r^2.
float VALUE tan(float x);
float VALUE half_tan(float x) {
  if (!__cleave_has_fused_multiply_add()) return tan(x);
  const float shifted = x * 0x1.45f306p-1f + rounding;
  const float r = within(without_quarters(x, shifted - rounding), 1);
  const float square = r * r;
  const float numerator = r * (-0x1.178756p-4f * square + 1);
  const float denominator = -0x1.9b1fp-2f * square + 1;
  const bool is_odd = as_int(shifted) << 31 < 0;
  const float upper = is_odd ? denominator : numerator, lower = is_odd ? numerator : denominator;
  return negated_if_odd(upper / lower, as_int(shifted));
}

// 2^(2 y) = (2^n 2^r)^2 for y = x * factor = n + r: the square is subnormal or infinite where 2^n
// is not yet.
static inline float square_of_power(float x, float factor) {
  const struct SplitExponent parts = split_exponent(x, factor);
  float p = 0x1.bf7a3cp-5f;
  p = p * parts.rest + 0x1.f01052p-3f;
  p = p * parts.rest + 0x1.630076p-1f;
  p = p * parts.rest + 1;
  const float power = p * parts.whole;
  return power * power;
}
float VALUE half_exp(float x) {
  return square_of_power(clamped(x, -105.0f, 89.0f), 0x1.715476p-1f);
}
float VALUE half_exp2(float x) {
  return square_of_power(clamped(x, -152.0f, 129.0f), 0.5f);
}
float VALUE half_exp10(float x) {
  return square_of_power(clamped(x, -46.0f, 39.0f), 0x1.a934fp+0f);
}

// x = 2^n m with 1 <= m < 2. Of log2(x), the bits of x are n + m - 1, linear in between; what is
// missing is nothing at both ends, (m - 1) (2 - m) q(m). Multiples of it are other logarithms.
#define LOGARITHM(F, OF_TWO, C0, C1, C2, C3)                                             \
  float VALUE F(float x);                                                                \
  RARE(float) rare_##F(float x) {                                                        \
    return F(x);                                                                         \
  }                                                                                      \
  float VALUE half_##F(float x) {                                                        \
    const float m = as_float((as_int(x) & 0x7fffff) | as_int(1.0f));                     \
    const float missing = (m - 1) * (2 - m) * (((C3 * m + C2) * m + C1) * m + C0);       \
    const float value = (float)(as_int(x) - as_int(1.0f)) * (0x1p-23f * OF_TWO) + missing; \
    return is_normal_and_positive(x) ? value : rare_##F(x);                              \
  }
LOGARITHM(log, 0x1.62e43p-1f, 0x1.44352ep-1f, -0x1.fdc89cp-2f, 0x1.a15a72p-3f, -0x1.09ebc8p-5f)
LOGARITHM(log2, 1, 0x1.d3bba4p-1f, -0x1.6fbb3ap-1f, 0x1.2d0e9cp-2f, -0x1.7fa4bep-5f)
LOGARITHM(log10, 0x1.344136p-2f, 0x1.199a6ep-2f, -0x1.bacadap-3f, 0x1.6a822ap-4f, -0x1.cdf3c2p-7f)

// A power has as many digits fewer than the logarithm as the exponent has: it must be the full one.
float VALUE half_powr(float x, float y) {
  return half_exp2(y * log2(x));
}

// Halving the bits halves the exponent: a root y with an error of 3.5 %, whose e = 1 - x y^2 is the
// less the more terms of (1 - e)^(-1/2) y is multiplied with.
RARE(float) rare_rsqrt(float x) {
  return 1 / __builtin_elementwise_sqrt(x);
}
float VALUE half_rsqrt(float x) {
  const float y = as_float(0x5f375a86 - (as_int(x) >> 1));
  const float e = 1 - x * y * y;
  const float root = y * ((0x1.80641ep-2f * e + 0x1.009b0cp-1f) * e + 0x1.000008p+0f);
  return is_normal_and_positive(x) ? root : rare_rsqrt(x);
}

float VALUE half_sqrt(float x) {
  return __builtin_elementwise_sqrt(x);
}
float VALUE half_recip(float x) {
  return 1 / x;
}
float VALUE half_divide(float x, float y) {
  return x / y;
}

VECTORS_OF_1(float, half_cos, float)
VECTORS_OF_1(float, half_exp, float)
VECTORS_OF_1(float, half_exp10, float)
VECTORS_OF_1(float, half_exp2, float)
VECTORS_OF_1(float, half_log, float)
VECTORS_OF_1(float, half_log10, float)
VECTORS_OF_1(float, half_log2, float)
VECTORS_OF_1(float, half_recip, float)
VECTORS_OF_1(float, half_rsqrt, float)
VECTORS_OF_1(float, half_sin, float)
VECTORS_OF_1(float, half_sqrt, float)
VECTORS_OF_1(float, half_tan, float)
VECTORS_OF_2(float, half_divide, float, float)
VECTORS_OF_2(float, half_powr, float, float)
