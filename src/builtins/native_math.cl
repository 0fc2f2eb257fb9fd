// Computes native_ functions (OpenCL C 3.0, 6.15.2) in half of the instructions that the full ones
// take: without branches, and right for arguments and results alone that a calculation ordinarily
// has. A logarithm of zero is that of 2^-127.
//
// A square root is one instruction of the processor and a quotient another: there native_ functions
// are the full ones, which OpenCL lets be so.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "library.h"
#include "polynomials.h"
#include "significands.h"
#include "split_exponent.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Returns `turns` without the whole ones: from -1/2 to 1/2, for huge arguments too.
static inline float left_of(float turns) {
  return turns - __builtin_elementwise_rint(turns);
}

// sin(2 pi f) for |f| <= 1/2. It is symmetric about a quarter of a turn, as w = |f| (1/2 - |f|) is:
// it is cos(2 pi sqrt(1/16 - w)), a series of w that starts with 4 pi w.
static inline float sine_of_turns(float f) {
  const float distance = 0.5f - __builtin_elementwise_abs(f);
  const float w = __builtin_elementwise_abs(f) * distance;
  float p = 0x1.bb553ep+5f;
  p = p * w + 0x1.1d1a06p+6f;
  p = p * w + 0x1.92228ep+5f;
  p = p * w + 0x1.921fbp+3f;
  return f * distance * p;
}
float VALUE native_sin(float x) {
  return sine_of_turns(left_of(x * 0x1.45f306p-3f));
}
float VALUE native_cos(float x) {
  return sine_of_turns(left_of(x * 0x1.45f306p-3f + 0.25f));
}

// tan(pi f) (1/4 - f^2) / f has no pole for |f| <= 1/2, and is nearly constant.
float VALUE native_tan(float x) {
  const float f = left_of(x * 0x1.45f306p-2f), square = f * f;
  float p = -0x1.0ea412p-4f;
  p = p * square - 0x1.0f64a2p-3f;
  p = p * square - 0x1.1d9f2ep-1f;
  p = p * square + 0x1.921fd6p-1f;
  return f * p / (0.25f - square);
}

// 2^y = 2^n 2^r for y = n + r. Zero below 2^-126.5, infinite from 2^127.5 on.
static inline float power_of_two(float y) {
  const struct SplitExponent parts = split_exponent(clamped(y, -127.0f, 128.0f), 1);
  float p = 0x1.5f1c38p-10f;
  p = p * parts.rest + 0x1.3cbfb6p-7f;
  p = p * parts.rest + 0x1.c6af5cp-5f;
  p = p * parts.rest + 0x1.ebfa4ap-3f;
  p = p * parts.rest + 0x1.62e43p-1f;
  p = p * parts.rest + 1;
  return p * parts.whole;
}
float VALUE native_exp(float x) {
  return power_of_two(x * 0x1.715476p+0f);
}
float VALUE native_exp2(float x) {
  return power_of_two(x);
}
float VALUE native_exp10(float x) {
  return power_of_two(x * 0x1.a934fp+1f);
}

// f is between -1/3 and 1/3.
float VALUE native_log(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f = horner(parts.f, 0x1.000078p+0f, -0x1.0002a6p-1f, 0x1.542a44p-2f,
                              -0x1.fcebd4p-3f, 0x1.cfcb54p-3f, -0x1.8c497p-3f);
  return logarithm_of(parts, natural_of_two, over_f);
}
float VALUE native_log2(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f = horner(parts.f, 0x1.715524p+0f, -0x1.715848p-1f, 0x1.eac0d8p-2f,
                              -0x1.6f1bf8p-2f, 0x1.4e90c4p-2f, -0x1.1ddc2cp-2f);
  return logarithm_of(parts, 1, over_f);
}
float VALUE native_log10(float x) {
  const struct FloatParts parts = parts_of_normal(x);
  const float over_f = horner(parts.f, 0x1.bcb882p-2f, -0x1.bcbc4ap-3f, 0x1.2776a2p-3f,
                              -0x1.ba0b54p-4f, 0x1.92d99ep-4f, -0x1.583472p-4f);
  return logarithm_of(parts, decimal_of_two, over_f);
}

float VALUE native_powr(float x, float y) {
  return native_exp2(y * native_log2(x));
}

// Halving the bits halves the exponent: a root y with an error of 3.5 %, whose e = 1 - x y^2 is the
// less the more terms of (1 - e)^(-1/2) y is multiplied with.
float VALUE native_rsqrt(float x) {
  const float y = as_float(0x5f375a86 - (as_int(x) >> 1));
  const float e = 1 - x * y * y;
  float p = 0x1.40726cp-2f;
  p = p * e + 0x1.816b96p-2f;
  p = p * e + 0x1.00001ep-1f;
  p = p * e + 0x1.ffffe2p-1f;
  return y * p;
}

float VALUE native_sqrt(float x) {
  return __builtin_elementwise_sqrt(x);
}
float VALUE native_recip(float x) {
  return 1 / x;
}
float VALUE native_divide(float x, float y) {
  return x / y;
}

VECTORS_OF_1(float, native_cos, float)
VECTORS_OF_1(float, native_exp, float)
VECTORS_OF_1(float, native_exp10, float)
VECTORS_OF_1(float, native_exp2, float)
VECTORS_OF_1(float, native_log, float)
VECTORS_OF_1(float, native_log10, float)
VECTORS_OF_1(float, native_log2, float)
VECTORS_OF_1(float, native_recip, float)
VECTORS_OF_1(float, native_rsqrt, float)
VECTORS_OF_1(float, native_sin, float)
VECTORS_OF_1(float, native_sqrt, float)
VECTORS_OF_1(float, native_tan, float)
VECTORS_OF_2(float, native_divide, float, float)
VECTORS_OF_2(float, native_powr, float, float)
