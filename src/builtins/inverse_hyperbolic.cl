// Computes asinh, acosh and atanh (OpenCL C 3.0, 6.15.2) without branches and tables.
//
// Each is the logarithm of some a / b, and that is 2 atanh((a - b) / (a + b)): with 2^k taken out,
// a short series and one division. If k is 0 the difference and the sum have forms in which nothing
// is cancelled.
#include "library.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// 2 atanh(d / 2) = d + d t p(t) where t = d^2 <= 0.306: minimax in relative error, found by Sollya.
static inline float OVERLOADED series(float t) {
  const float u = t * t;
  return (0x1.0a4584p-11f * t + 0x1.21fe46p-9f) * u + (0x1.99aa9ep-7f * t + 0x1.555544p-4f);
}
static inline double OVERLOADED series(double t) {
  const double u = t * t;
  double p = 0x1.4a1e805397fbcp-20;
  double q = 0x1.039b38de67d9cp-18;
  p = p * u + 0x1.3c22fab235ddbp-16;
  q = q * u + 0x1.7450d962cb51fp-14;
  p = p * u + 0x1.c71cc3b1eda11p-12;
  q = q * u + 0x1.2492488d74b32p-9;
  p = p * u + 0x1.9999999aa6abdp-7;
  q = q * u + 0x1.5555555555039p-4;
  return p * t + q;
}

static inline float OVERLOADED real_of(uint k) {
  return (float)(int)k;
}
// Processors may have no conversion of long; the bits of 2^52 + k are those of both.
static inline double OVERLOADED real_of(ulong k) {
  return as_double(as_ulong(0x1p52) | k) - 0x1p52;
}

// LN2_HIGH has so few digits that its products with k are exact.
#define LOGARITHMS(T, UINT, DIGITS, LN2_HIGH, LN2_LOW)                                          \
  /* k ln(2) + 2 atanh(difference / sum) */                                                     \
  static inline T OVERLOADED logarithm(UINT k, T difference, T sum) {                           \
    const T power = real_of(k), d = 2 * difference / sum, t = d * d;                            \
    return power * LN2_HIGH + (d + (power * LN2_LOW + d * t * series(t)));                      \
  }                                                                                             \
  /* The number whose hyperbolic cosine and sine these are, not infinite: log(sine + cosine). A \
     quarter of the sum cannot be infinite. */                                                  \
  static inline T OVERLOADED number_of(T cosine, T sine) {                                      \
    const UINT bits = as_##UINT((T)0.25 * cosine + (T)0.25 * sine);                             \
    const UINT k = (bits - as_##UINT((T)0x1.a8p-3)) >> DIGITS; /* 0 below 1.65 */               \
    const T quarter = as_##T(bits - (k << DIGITS));                                             \
    const bool is_small = k == 0;                                                               \
    return logarithm(k, is_small ? sine : quarter - (T)0.25,                                    \
                     is_small ? 1 + cosine : quarter + (T)0.25);                                \
  }

LOGARITHMS(float, uint, 23, 0x1.62e4p-1f, 0x1.7f7d1cp-20f)
LOGARITHMS(double, ulong, 52, 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45)

// Beyond GREAT the other function of the number is nearly the same; the square might be infinite.
#define ASINH_ACOSH_ATANH(T, UINT, DIGITS, GREAT)                                                  \
  T VALUE asinh(T x) {                                                                             \
    const T size = __builtin_elementwise_abs(x), sine = size > GREAT ? GREAT : size;               \
    const T cosine = __builtin_elementwise_sqrt(sine * sine + 1);                                  \
    const T value = number_of(cosine > size ? cosine : size, size);                                \
    return __builtin_elementwise_copysign(size < INFINITY ? value : size, x);                      \
  }                                                                                                \
  T VALUE acosh(T x) {                                                                             \
    const T cosine = x > GREAT ? GREAT : x;                                                        \
    const T sine = __builtin_elementwise_sqrt((cosine - 1) * cosine + (cosine - 1));               \
    const T value = number_of(x, x > GREAT ? x : sine);                                            \
    return x >= 1 ? x < INFINITY ? value : x : (T)NAN;                                             \
  }                                                                                                \
  /* k is 0 below about 0.24, where the result reaches a new exponent. */                          \
  T VALUE atanh(T x) {                                                                             \
    const T size = __builtin_elementwise_abs(x), above = 1 + size, below = 1 - size;               \
    const UINT ratio = as_##UINT(above) - as_##UINT(below); /* its exponent, nearly */             \
    const UINT k = (ratio + ((UINT)69 << (DIGITS - 8))) >> DIGITS;                                 \
    const T scaled = as_##T(as_##UINT(above) - (k << DIGITS));                                     \
    const T difference = k == 0 ? 2 * size : scaled - below, sum = k == 0 ? (T)2 : scaled + below; \
    const T value = (T)0.5 * logarithm(k, difference, sum);                                        \
    return __builtin_elementwise_copysign(size < 1 ? value : size == 1 ? (T)INFINITY : (T)NAN, x); \
  }

ASINH_ACOSH_ATANH(float, uint, 23, 0x1p60f)
ASINH_ACOSH_ATANH(double, ulong, 52, 0x1p500)
