// Computes native_ functions (OpenCL C 3.0, 6.15.2) in about half of the instructions that the full
// ones take: without branches, and right for arguments alone that a calculation ordinarily has.
// -cl-fast-relaxed-math lets them stand in for the full functions, so they keep the bounds of 7.4
// with -cl-unsafe-math-optimizations. Of subnormal arguments the logarithms are those of zero.
//
// A square root is one instruction of the processor and a quotient another: there native_ functions
// are the full ones, which OpenCL lets be so.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "library.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// What is left of `turns` without whole ones, from -1/2 to 1/2 also where turns are huge.
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

// 2^(2 y) = (2^n 2^r)^2 for y = x * factor = n + r: the square is subnormal or infinite where 2^n
// is not yet. The number to be added and taken away again has 127 in its lowest bits, which so are
// an exponent's.
static inline float square_of_power(float x, float factor) {
  const float biased_rounding = 0x1.8p23f + 127;
  const float shifted = x * factor + biased_rounding;
  const float r = x * factor - (shifted - biased_rounding);
  float p = 0x1.3f9068p-13f;
  p = p * r + 0x1.5f0a66p-10f;
  p = p * r + 0x1.3b30bp-7f;
  p = p * r + 0x1.c6af78p-5f;
  p = p * r + 0x1.ebfbd8p-3f;
  p = p * r + 0x1.62e43p-1f;
  p = p * r + 1;
  const float power = p * as_float(as_int(shifted) << 23);
  return power * power;
}
float VALUE native_exp(float x) {
  return square_of_power(clamped(x, -105.0f, 89.0f), 0x1.715476p-1f);
}
float VALUE native_exp2(float x) {
  return square_of_power(clamped(x, -152.0f, 129.0f), 0.5f);
}
float VALUE native_exp10(float x) {
  return square_of_power(clamped(x, -46.0f, 39.0f), 0x1.a934fp+0f);
}

// A multiple of log(1 + f) / f, f between -1/3 and 1/3, and as much of log(2) for each exponent.
#define LOGARITHM(F, OF_TWO, C0, C1, C2, C3, C4, C5, C6, C7) \
  float VALUE F(float x) {                                   \
    const struct Parts parts = parts_of_normal(x);           \
    const float f = parts.f;                                 \
    float p = C7;                                            \
    p = p * f + C6;                                          \
    p = p * f + C5;                                          \
    p = p * f + C4;                                          \
    p = p * f + C3;                                          \
    p = p * f + C2;                                          \
    p = p * f + C1;                                          \
    p = p * f + C0;                                          \
    const float value = p * f + parts.exponent * OF_TWO;     \
    return x < 0x1p-126f ? -INFINITY : value;                \
  }
LOGARITHM(native_log, 0x1.62e43p-1f, 0x1.fffffap-1f, -0x1.ffffep-2f, 0x1.55621p-2f, -0x1.001074p-2f,
          0x1.954b9ap-3f, -0x1.50e1b8p-3f, 0x1.5f2768p-3f, -0x1.371b0ep-3f)
LOGARITHM(native_log2, 1, 0x1.715472p+0f, -0x1.71546p-1f, 0x1.ec82fap-2f, -0x1.716be2p-2f,
          0x1.245beap-2f, -0x1.e60e22p-3f, 0x1.fa9aeep-3f, -0x1.c0a84p-3f)
LOGARITHM(native_log10, 0x1.344136p-2f, 0x1.bcb7acp-2f, -0x1.bcb796p-3f, 0x1.288594p-3f,
          -0x1.bcd41ep-4f, 0x1.6006dcp-4f, -0x1.249e9p-4f, 0x1.310cd6p-4f, -0x1.0e31aep-4f)

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
