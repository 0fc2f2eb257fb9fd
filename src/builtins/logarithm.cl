// Computes logarithms (OpenCL C 3.0, 6.15.2) without tables, and without branches but for subnormal
// arguments, zeros, infinities, negative numbers and NaN: all lanes take the same few instructions.
// At most 2.1 units in the last place where 7.4 allows 3; subnormal arguments are exact to the same
// bound.
//
// The polynomials are minimax, found by Remez' algorithm.
#include "library.h"
#include "pairs.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// `value` is the logarithm of a finite x above 0. NaN stays NaN.
#define LOGARITHM_OR_LIMIT(T)                                   \
  static inline T OVERLOADED logarithm_or_limit(T x, T value) { \
    value = x < INFINITY ? value : x;                           \
    value = x == 0 ? -INFINITY : value;                         \
    return x < 0 ? NAN : value;                                 \
  }
LOGARITHM_OR_LIMIT(float)
LOGARITHM_OR_LIMIT(double)

// log(1 + f) = f + f^2 q(f), and so below. The small terms of a sum are added first.
static inline float square_part(float f) {
  float q = 0x1.1f428ep-3f;
  q = q * f - 0x1.3b2842p-3f;
  q = q * f + 0x1.1ea254p-3f;
  q = q * f - 0x1.5032eap-3f;
  q = q * f + 0x1.99d428p-3f;
  q = q * f - 0x1.001480p-2f;
  q = q * f + 0x1.5554fap-2f;
  q = q * f - 0x1.ffffd6p-2f;
  return f * f * q;
}

static inline float OVERLOADED log_of(struct FloatParts p) {
  return p.scaled_exponent * 0x1.62e43p-24f + (p.f + square_part(p.f));
}

static inline float OVERLOADED log2_of(struct FloatParts p) {
  float q = 0x1.9e6db6p-3f;
  q = q * p.f - 0x1.c6ad02p-3f;
  q = q * p.f + 0x1.9d868ep-3f;
  q = q * p.f - 0x1.e50850p-3f;
  q = q * p.f + 0x1.27a102p-2f;
  q = q * p.f - 0x1.717208p-2f;
  q = q * p.f + 0x1.ec701ap-2f;
  q = q * p.f - 0x1.715458p-1f;
  return p.scaled_exponent * 0x1p-23f + (p.f * 0x1.715476p+0f + p.f * p.f * q);
}

static inline float OVERLOADED log10_of(struct FloatParts p) {
  float q = 0x1.f3058ep-5f;
  q = q * p.f - 0x1.11bdfcp-4f;
  q = q * p.f + 0x1.f1ef36p-5f;
  q = q * p.f - 0x1.2404c6p-4f;
  q = q * p.f + 0x1.63f904p-4f;
  q = q * p.f - 0x1.bcdb4cp-4f;
  q = q * p.f + 0x1.287a28p-3f;
  q = q * p.f - 0x1.bcb78cp-3f;
  const float small = p.f * p.f * q + p.scaled_exponent * 0x1.3509f8p-41f;
  return p.scaled_exponent * 0x1.344p-25f + (p.f * 0x1.bcb7b2p-2f + small);
}

// Returns f - log(1 + f): with s = f / (2 + f), log(1 + f) = 2 s + s r(s^2) = f - s (f - r(s^2)).
static inline double lack_of_logarithm(double f) {
  const double s = f / (2 + f), square = s * s, fourth = square * square;
  double even = 0x1.2b5dd4abb1decp-3, odd = 0x1.39fdeadcdf53bp-3;
  even = even * fourth + 0x1.7462b83b91213p-3;
  odd = odd * fourth + 0x1.c71c62d963d42p-3;
  even = even * fourth + 0x1.2492492df9572p-2;
  odd = odd * fourth + 0x1.99999999952cap-2;
  even = even * fourth + 0x1.5555555555558p-1;
  return s * (f - square * (odd * square + even));
}

static inline double logarithm_from(double exponent, double f) {
  const double lack = lack_of_logarithm(f) + exponent * 0x1.718432a1b0e26p-35;
  return exponent * 0x1.62e42ffp-1 + (f - lack);
}

static inline double OVERLOADED log_of(struct DoubleParts p) {
  return logarithm_from(p.exponent, p.significand - 1);
}

static inline double OVERLOADED log2_of(struct DoubleParts p) {
  const double f = p.significand - 1;
  const double fraction = f * 0x1.71547652b82fep+0 - lack_of_logarithm(f) * 0x1.71547652b82fep+0;
  return p.exponent + fraction;
}

static inline double OVERLOADED log10_of(struct DoubleParts p) {
  const double f = p.significand - 1;
  const double lack =
      lack_of_logarithm(f) * 0x1.bcb7b1526e50ep-2 + p.exponent * 0x1.0c0219dc1da99p-39;
  return p.exponent * 0x1.3441350ap-2 + (f * 0x1.bcb7b1526e50ep-2 - lack);
}

// If lanes diverge, as in lgamma, masks for inline corrections take longer than to execute the few
// instructions of single precision once more.
#define SINGLE_LOGARITHM(F)                                                             \
  RARE(float) rare_##F(float x) {                                                       \
    return logarithm_or_limit(x, F##_of(parts_of_bits(continued_bits_of_positive(x)))); \
  }                                                                                     \
  float VALUE F(float x) {                                                              \
    float value = F##_of(parts_of_normal(x));                                           \
    if (IS_RARE(!is_normal_and_positive(x))) value = rare_##F(x);                       \
    return value;                                                                       \
  }
SINGLE_LOGARITHM(log)
SINGLE_LOGARITHM(log2)
SINGLE_LOGARITHM(log10)

#define DOUBLE_LOGARITHM(F)                                                   \
  double VALUE F(double x) {                                                  \
    const struct DoubleContinuedBits size = continued_bits_of(x);             \
    double value = F##_of(parts_of_bits(size.bits));                          \
    if (IS_RARE(!size.is_of_logarithm)) value = logarithm_or_limit(x, value); \
    return value;                                                             \
  }
DOUBLE_LOGARITHM(log)
DOUBLE_LOGARITHM(log2)
DOUBLE_LOGARITHM(log10)

// Corrects `value`, which is log(1 + x), to log1p(x): it has no digits of a small x and is wrong at
// the limits.
#define LOGARITHM_NEAR_ONE_OR_LIMIT(T)                                   \
  static inline T OVERLOADED logarithm_near_one_or_limit(T x, T value) { \
    value = __builtin_elementwise_abs(x) < (T)0x1p-60 ? x : value;       \
    value = x < INFINITY ? value : x;                                    \
    value = x == -1 ? -INFINITY : value;                                 \
    return x < -1 ? NAN : value;                                         \
  }
LOGARITHM_NEAR_ONE_OR_LIMIT(float)
LOGARITHM_NEAR_ONE_OR_LIMIT(double)

// 1 + x = high + low = 2^exponent (1 + f) + low. The rounding error of the sum is added to the
// logarithm, scaled by a power of two that is taken half as great, or it would be infinite at
// times, and divided by 1 + f: times 1 - f is as good.
float VALUE log1p(float x) {
  const struct Floats sum = sum_of(1.0f, x);
  const int bits = as_int(sum.high), exponent = (bits - as_int(0x1.555556p-1f)) & exponent_field;
  const struct FloatParts p = {(float)exponent, as_float(bits - exponent) - 1};
  const float lost = 0.5f * sum.low * as_float((128 << 23) - exponent);
  const float small = square_part(p.f) + p.scaled_exponent * 0x1.7f7d1cp-43f + (lost - lost * p.f);
  return logarithm_near_one_or_limit(x, p.scaled_exponent * 0x1.62e4p-24f + (p.f + small));
}

double VALUE log1p(double x) {
  const struct Doubles sum = sum_of(1.0, x);
  const struct DoubleParts p = parts_of_normal(sum.high);
  const double lost = 0.5 * sum.low * as_double((4095UL << 52) - p.exponent_bits);
  return logarithm_near_one_or_limit(x, logarithm_from(p.exponent, p.significand - 1 + lost));
}
