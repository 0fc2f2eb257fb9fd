// Computes trigonometric functions, those of multiples of pi, and their inverses, of half
// (cl_khr_fp16) in single precision, with as many digits as halves need: at most 0.6 units in the
// last place (sin, cos: 0.94), of 2 allowed. No half is so great that whole numbers are not exact.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax.
#include "coarse_angles.h"
#include "library.h"
#include "polynomials.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

static inline float with_sign_of(float magnitude, float x) {
  return as_float(as_int(magnitude) ^ (as_int(x) & as_int(-0.0f)));
}

// Subtracts n halves of a turn from an angle. Without fused multiplication a half is a sum of which
// the first two products are exact.
static inline float without_halves(float x, float n) {
  if (__cleave_has_fused_multiply_add()) return fused_without_halves(x, n);
  return x - n * 0x1.92p+1f - n * 0x1.fap-11f - n * 0x1.54442ep-19f;
}
half VALUE sin(half x) {
  const float angle = x, shifted = angle * halves_of_1 + rounding;
  const float left = without_halves(angle, shifted - rounding);
  return (half)negated_if_odd(coarse_sine(left), as_int(shifted));
}
// sin(x + pi / 2): x is an odd number of quarters and a remainder.
half VALUE cos(half x) {
  const float angle = x, shifted = angle * halves_of_1 - 0.5f + rounding;
  const float left = without_halves(-angle, rounding - shifted - 0.5f);
  return (half)negated_if_odd(coarse_sine(left), as_int(shifted));
}
half VALUE tan(half x) {
  const float angle = x, shifted = angle * halves_of_1 + quarter_rounding;
  const float left = without_halves(angle, shifted - quarter_rounding);
  return (half)coarse_tangent(left, left * left, as_int(shifted));
}

// x = n + distance, where n is whole and the distance at most 1/2; n is odd where the lowest of
// `bits` is set.
struct WholeParts {
  float distance;
  int bits;
};
static inline struct WholeParts whole_parts(float x) {
  const float shifted = x + rounding;
  return (struct WholeParts){x - (shifted - rounding), as_int(shifted)};
}

// A zero of sine and cosine is +0 before it gets x's sign.
static inline float without_negative_zero(float value) {
  return value + 0.0f;
}
half VALUE sinpi(half x) {
  const struct WholeParts parts = whole_parts(__builtin_elementwise_abs((float)x));
  const float g = parts.distance;
  const float sine =
      g * horner(g * g, 0x1.921f9cp+1f, -0x1.4ab62p+2f, 0x1.459468p+1f, -0x1.1de236p-1f);
  return (half)with_sign_of(without_negative_zero(negated_if_odd(sine, parts.bits)), x);
}
// cos(pi g) / (1/4 - g^2) has no zero.
half VALUE cospi(half x) {
  const struct WholeParts parts = whole_parts(x);
  const float square = parts.distance * parts.distance;
  const float over_difference = horner(square, 0x1.fffc18p+1f, -0x1.dd94e4p+1f, 0x1.317ce8p+0f);
  const float cosine = (0.25f - square) * over_difference;
  return (half)without_negative_zero(negated_if_odd(cosine, parts.bits));
}
// tan(pi g) (1/4 - g^2) / g has no pole. The zero at odd numbers is -0: a distance too small for a
// half is made less than 0 there.
half VALUE tanpi(half x) {
  const struct WholeParts parts = whole_parts(__builtin_elementwise_abs((float)x));
  const float g = parts.distance + as_float(as_int(0x1p-40f) ^ parts.bits << 31);
  const float square = g * g;
  const float p = horner(square, 0x1.921b06p-1f, -0x1.1c5c6cp-1f, -0x1.43463ap-3f);
  return (half)with_sign_of(g * p / (0.25f - square), x);
}

// The sum of a right angle and an arc, or the arc alone, of x's sign.
static inline half arc_of(bool is_from_right, float right, float arc, float x) {
  return (half)with_sign_of(is_from_right ? right - arc : arc, x);
}

// The arc of a slope above 1 is a right angle less the arc of the inverse slope.
#define ARC_TANGENT(F, RIGHT, C0, C1, C2, C3, C4)                               \
  half VALUE F(half x) {                                                        \
    const float size = __builtin_elementwise_abs((float)x), inverse = 1 / size; \
    const float slope = inverse < size ? inverse : size;                        \
    const float arc = slope * horner(slope * slope, C0, C1, C2, C3, C4);        \
    return arc_of(size > 1, RIGHT, arc, x);                                     \
  }
ARC_TANGENT(atan, M_PI_2_F, 0x1.fffc12p-1f, -0x1.53a956p-2f, 0x1.7b5204p-3f, -0x1.78871ep-4f,
            0x1.86f8d6p-6f)
ARC_TANGENT(atanpi, 0.5f, 0x1.45f086p-2f, -0x1.b07856p-4f, 0x1.e2f692p-5f, -0x1.df6742p-6f,
            0x1.f1ca04p-8f)

// The arc sine of an x above 1/2 is a right angle less twice the arc sine of the root of (1 - x) /
// 2.
#define ARC_SINE(F, RIGHT, C0, C1, C2)                                           \
  half VALUE F(half x) {                                                         \
    const float size = __builtin_elementwise_abs((float)x);                      \
    const bool is_great = size > 0.5f;                                           \
    const float square = is_great ? 0.5f - 0.5f * size : size * size;            \
    const float root = __builtin_elementwise_sqrt(square);                       \
    const float arc = (is_great ? 2 * root : size) * horner(square, C0, C1, C2); \
    return arc_of(is_great, RIGHT, arc, x);                                      \
  }
ARC_SINE(asin, M_PI_2_F, 0x1.00020ap+0f, 0x1.50f944p-3f, 0x1.892de2p-4f)
ARC_SINE(asinpi, 0.5f, 0x1.45f59ep-2f, 0x1.ad0d1ap-5f, 0x1.f497a8p-6f)

// acos(x) / sqrt(1 - x) is nearly constant.
#define ARC_COSINE(F, STRAIGHT, C0, C1, C2, C3)                                            \
  half VALUE F(half x) {                                                                   \
    const float size = __builtin_elementwise_abs((float)x);                                \
    const float arc = __builtin_elementwise_sqrt(1 - size) * horner(size, C0, C1, C2, C3); \
    return (half)(x < 0 ? STRAIGHT - arc : arc);                                           \
  }
ARC_COSINE(acos, M_PI_F, 0x1.921b1p+0f, -0x1.b248b4p-3f, 0x1.2f7ce4p-4f, -0x1.31041cp-6f)
ARC_COSINE(acospi, 1, 0x1.fffa16p-2f, -0x1.14795p-4f, 0x1.8269dap-6f, -0x1.845c34p-8f)

VECTORS_OF_1(half, acos, half)
VECTORS_OF_1(half, acospi, half)
VECTORS_OF_1(half, asin, half)
VECTORS_OF_1(half, asinpi, half)
VECTORS_OF_1(half, atan, half)
VECTORS_OF_1(half, atanpi, half)
VECTORS_OF_1(half, cos, half)
VECTORS_OF_1(half, cospi, half)
VECTORS_OF_1(half, sin, half)
VECTORS_OF_1(half, sinpi, half)
VECTORS_OF_1(half, tan, half)
VECTORS_OF_1(half, tanpi, half)
