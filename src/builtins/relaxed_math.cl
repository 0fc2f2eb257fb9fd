// Computes functions that stand in for the full ones where programs allow it: those calls of
// -cl-fast-relaxed-math and -cl-unsafe-math-optimizations for which native_ functions are not good
// enough. Without branches, within the bounds of OpenCL C 3.0, 7.4, for these options, with
// subnormal results and infinite ones. The logarithms of subnormal arguments are those of zero.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "library.h"
#include "polynomials.h"
#include "powers_of_two.h"
#include "significands.h"
#include "split_exponent.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// 2^(2 y) = (2^n 2^r)^2 for y = x * factor = n + r: the square is subnormal or infinite where 2^n
// is not yet.
static inline float square_of_power(float x, float factor) {
  const struct SplitExponent parts = split_exponent(x, factor);
  const float power = two_to(parts.rest) * parts.whole;
  return power * power;
}
float VALUE __cleave_relaxed_exp(float x) {
  return square_of_power(clamped(x, -105.0f, 89.0f), 0x1.715476p-1f);
}
float VALUE __cleave_relaxed_exp2(float x) {
  return square_of_power(clamped(x, -152.0f, 129.0f), 0.5f);
}
float VALUE __cleave_relaxed_exp10(float x) {
  return square_of_power(clamped(x, -46.0f, 39.0f), 0x1.a934fp+0f);
}

// A logarithm of x, that of zero where x is less than normal.
static inline float of_normal(float x, float value) {
  return x < 0x1p-126f ? -INFINITY : value;
}
// f is between -1/3 and 1/3.
float VALUE __cleave_relaxed_log(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f =
      horner(parts.f, 0x1.fffffap-1f, -0x1.ffffep-2f, 0x1.55621p-2f, -0x1.001074p-2f,
             0x1.954b9ap-3f, -0x1.50e1b8p-3f, 0x1.5f2768p-3f, -0x1.371b0ep-3f);
  return of_normal(x, logarithm_of(parts, natural_of_two, over_f));
}
float VALUE __cleave_relaxed_log2(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f =
      horner(parts.f, 0x1.715472p+0f, -0x1.71546p-1f, 0x1.ec82fap-2f, -0x1.716be2p-2f,
             0x1.245beap-2f, -0x1.e60e22p-3f, 0x1.fa9aeep-3f, -0x1.c0a84p-3f);
  return of_normal(x, logarithm_of(parts, 1, over_f));
}
float VALUE __cleave_relaxed_log10(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f =
      horner(parts.f, 0x1.bcb7acp-2f, -0x1.bcb796p-3f, 0x1.288594p-3f, -0x1.bcd41ep-4f,
             0x1.6006dcp-4f, -0x1.249e9p-4f, 0x1.310cd6p-4f, -0x1.0e31aep-4f);
  return of_normal(x, logarithm_of(parts, decimal_of_two, over_f));
}

float VALUE __cleave_relaxed_powr(float x, float y) {
  return __cleave_relaxed_exp2(y * __cleave_relaxed_log2(x));
}

VECTORS_OF_1(float, __cleave_relaxed_exp, float)
VECTORS_OF_1(float, __cleave_relaxed_exp10, float)
VECTORS_OF_1(float, __cleave_relaxed_exp2, float)
VECTORS_OF_1(float, __cleave_relaxed_log, float)
VECTORS_OF_1(float, __cleave_relaxed_log10, float)
VECTORS_OF_1(float, __cleave_relaxed_log2, float)
VECTORS_OF_2(float, __cleave_relaxed_powr, float, float)
