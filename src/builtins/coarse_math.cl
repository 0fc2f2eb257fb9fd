// Computes half_ functions (OpenCL C 3.0, 6.15.2): of single precision, with at least 10 bits of
// the result right, 8192 units in the last place. They take all arguments but angles beyond 2^16,
// for which OpenCL leaves the result open; Khronos' suite wants one that a sine, cosine or tangent
// can have, also there. Roots and quotients are single instructions, as they are.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "coarse_angles.h"
#include "library.h"
#include "polynomials.h"
#include "significands.h"
#include "split_exponent.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Subtracts n halves of a turn from an angle. Without fused multiplication a half is a sum of which
// the first two products are exact, of angles that are not great.
static inline float without_halves(float x, float n) {
  if (__cleave_has_fused_multiply_add()) return fused_without_halves(x, n);
  return x - n * 0x1.921p+1f - n * 0x1.f6ap-12f - n * 0x1.110b46p-25f;
}
// Odd multiples of quarters are so near to some angles that a third part counts.
static inline float exactly_without_halves(float x, float n) {
  const float nearly = without_halves(x, n);
  return __cleave_has_fused_multiply_add() ? __builtin_fmaf(n, -0x1.846988p-47f, nearly) : nearly;
}
static inline bool is_great_for_products(float x) {
  return !__cleave_has_fused_multiply_add() && __builtin_elementwise_abs(x) > 0x1.8p11f;
}

#define FULL(F)                   \
  float VALUE F(float x);         \
  RARE(float) rare_##F(float x) { \
    return F(x);                  \
  }
FULL(cos)
FULL(log)
FULL(log10)
FULL(log2)
FULL(sin)
FULL(tan)

// The rest of an angle beyond 2^16 may be anything, so it is clamped; NaN stays NaN.
static inline float within_quarters(float r) {
  return clamped(r, -0x1.921fb6p+0f, 0x1.921fb6p+0f);
}

static inline float sine(float left) {
  return coarse_sine(__cleave_has_fused_multiply_add() ? within_quarters(left) : left);
}
float VALUE half_sin(float x) {
  const float shifted = x * halves_of_1 + rounding;
  const float sine_of_left = sine(without_halves(x, shifted - rounding));
  return is_great_for_products(x) ? rare_sin(x) : negated_if_odd(sine_of_left, as_int(shifted));
}
// sin(x + pi / 2): x is an odd number of quarters and a remainder.
float VALUE half_cos(float x) {
  const float shifted = x * halves_of_1 - 0.5f + rounding;
  const float sine_of_left = sine(exactly_without_halves(-x, rounding - shifted - 0.5f));
  return is_great_for_products(x) ? rare_cos(x) : negated_if_odd(sine_of_left, as_int(shifted));
}

// A square that is limited makes no quotient of infinities.
float VALUE half_tan(float x) {
  const float shifted = x * halves_of_1 + quarter_rounding;
  const float r = exactly_without_halves(x, shifted - quarter_rounding), square = r * r;
  const float tangent = coarse_tangent(r, square > 1 ? 1 : square, as_int(shifted));
  return is_great_for_products(x) ? rare_tan(x) : tangent;
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

// f is between -1/3 and 1/3. If it is nearly -1/3, the polynomials are exacter than elsewhere: the
// logarithm of 2^1 (1 + f) is less than that of 1 + f.
float VALUE half_log(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f =
      horner(parts.f, 0x1.ffce88p-1f, -0x1.ff43fep-2f, 0x1.6ed1eap-2f, -0x1.1b567p-2f);
  const float value = logarithm_of(parts, natural_of_two, over_f);
  return is_normal_and_positive(x) ? value : rare_log(x);
}
float VALUE half_log2(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f =
      horner(parts.f, 0x1.7130c6p+0f, -0x1.70ccd8p-1f, 0x1.089accp-1f, -0x1.98c514p-2f);
  const float value = logarithm_of(parts, 1, over_f);
  return is_normal_and_positive(x) ? value : rare_log2(x);
}
float VALUE half_log10(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f =
      horner(parts.f, 0x1.bc8cb8p-2f, -0x1.bc1464p-3f, 0x1.3e9da4p-3f, -0x1.ec353ap-4f);
  const float value = logarithm_of(parts, decimal_of_two, over_f);
  return is_normal_and_positive(x) ? value : rare_log10(x);
}

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
