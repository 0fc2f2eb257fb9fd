// Computes sinh, cosh and tanh (OpenCL C 3.0, 6.15.2) without branches and tables.
//
// |x| = n ln(2) + r with |r| <= ln(2) / 2, and with c = 2^n + 2^-n and s = 2^n - 2^-n it is
//   2 cosh |x| = c cosh(r) + s sinh(r),    2 sinh |x| = s cosh(r) + c sinh(r),
// where s is 0 near x = 0, so that sinh keeps its digits there.
//
// The greatest error found against MPFR, with fused multiplication and without, in units in the
// last place of single and double precision, and what OpenCL C 3.0, 7.4, allows: sinh 1.8, 2.2 of
// 4; cosh 2.1, 1.8 of 4; tanh 3.8, 4.1 of 5.
#include "library.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// cosh(r) - 1 and sinh(r) for |r| <= ln(2) / 2: minimax in relative error, found by Sollya.
static inline float OVERLOADED cosine_less_one(float r) {
  const float t = r * r;
  return t * ((0x1.6d5176p-10f * t + 0x1.5554e4p-5f) * t + 0.5f);
}
static inline float OVERLOADED sine(float r) {
  const float t = r * r;
  return r + r * t * ((0x1.a28f0ep-13f * t + 0x1.110fe2p-7f) * t + 0x1.555556p-3f);
}
static inline double OVERLOADED cosine_less_one(double r) {
  const double t = r * r;
  double p = 0x1.28b1265b5555ap-22;
  p = p * t + 0x1.a019959328df6p-16;
  p = p * t + 0x1.6c16c18610cd9p-10;
  p = p * t + 0x1.555555554fdf1p-5;
  p = p * t + 0x1.000000000000cp-1;
  return p * t;
}
static inline double OVERLOADED sine(double r) {
  const double t = r * r;
  double p = 0x1.73b1bf00619fdp-33;
  p = p * t + 0x1.ae56a89b6229ep-26;
  p = p * t + 0x1.71de3e34425e7p-19;
  p = p * t + 0x1.a01a019f14026p-13;
  p = p * t + 0x1.111111111130ap-7;
  p = p * t + 0x1.5555555555555p-3;
  return r + r * t * p;
}

// ROUNDING, added to a number and taken away again, leaves the nearest whole number; in between,
// that number stands in the lowest bits. LN2_HIGH has so few digits that its products are exact.
#define HYPERBOLIC(T, INT, PARTS, DIGITS, ROUNDING, LN2_HIGH, LN2_LOW)                          \
  struct PARTS {                                                                                \
    T cosine_less_one, sine; /* of r */                                                         \
    T up, down;              /* 2^n and 2^-n, times `unit`, a power of two */                   \
  };                                                                                            \
  static inline struct PARTS OVERLOADED hyperbolic_parts(T x, T unit) {                         \
    const T shifted = x * (T)0x1.71547652b82fep+0 + ROUNDING;                                   \
    const T n = shifted - ROUNDING;                                                             \
    const T r = x - n * LN2_HIGH - n * LN2_LOW;                                                 \
    const INT exponent = as_##INT(shifted) << DIGITS;                                           \
    const INT down = as_##INT(unit) - exponent;                                                 \
    const struct PARTS parts = {cosine_less_one(r), sine(r), as_##T(as_##INT(unit) + exponent), \
                                as_##T(down > 0 ? down : 0)};                                   \
    return parts;                                                                               \
  }

HYPERBOLIC(float, int, FloatParts, 23, 0x1.8p23f, 0x1.62e4p-1f, 0x1.7f7d1cp-20f)
HYPERBOLIC(double, long, DoubleParts, 52, 0x1.8p52, 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45)

// From MOST on cosh and sinh are infinite. There 2^n would be so too, but not a quarter of it. A
// quarter of what is below SMALL could be subnormal; there sinh is x.
#define SINH_COSH(T, PARTS, MOST, SMALL)                                         \
  T VALUE cosh(T x) {                                                            \
    const T size = __builtin_elementwise_abs(x);                                 \
    const struct PARTS p = hyperbolic_parts(size > MOST ? MOST : size, (T)0.25); \
    const T c = p.up + p.down, s = p.up - p.down;                                \
    return 2 * (p.cosine_less_one * c + (p.sine * s + c));                       \
  }                                                                              \
  T VALUE sinh(T x) {                                                            \
    const T size = __builtin_elementwise_abs(x);                                 \
    const struct PARTS p = hyperbolic_parts(size > MOST ? MOST : size, (T)0.25); \
    const T c = p.up + p.down, s = p.up - p.down;                                \
    const T value = 2 * (p.cosine_less_one * s + (p.sine * c + s));              \
    return __builtin_elementwise_copysign(size < SMALL ? size : value, x);       \
  }

SINH_COSH(float, FloatParts, 89.5f, 0x1p-13f)
SINH_COSH(double, DoubleParts, 710.5, 0x1p-28)

// From MOST on it is 1.
#define TANH(T, PARTS, MOST)                                                  \
  T VALUE tanh(T x) {                                                         \
    const T size = __builtin_elementwise_abs(x);                              \
    const struct PARTS p = hyperbolic_parts(size > MOST ? MOST : size, (T)1); \
    const T c = p.up + p.down, s = p.up - p.down;                             \
    const T cosine = p.cosine_less_one * c + (p.sine * s + c);                \
    const T sine = p.cosine_less_one * s + (p.sine * c + s);                  \
    return __builtin_elementwise_copysign(sine / cosine, x);                  \
  }

TANH(float, FloatParts, 10.0f)
TANH(double, DoubleParts, 20.0)
