// Computes sinpi, cospi and tanpi (OpenCL C 3.0, 6.15.2). Whole numbers are taken away from the
// argument exactly, without branches and tables; a polynomial gives the result. At most 3.1 units
// in the last place where 7.4 allows 4, of tanpi 3 where it allows 6.
//
// The polynomials are minimax in relative error, found by Sollya's fpminimax, the quotients of
// tanpi from interpolation at Chebyshev's points.
#include "library.h"
#include "polynomials.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// sin(pi g) = g pi + g q(g^2) for |g| <= 1/2: pi is a float, the first coefficient of q its error.
// At 1/2 it rounds to 1.
static inline float OVERLOADED sine(float g) {
  const float square = g * g;
  float q = 0x1.3dc6e6p-4f;
  q = q * square - 0x1.324e64p-1f;
  q = q * square + 0x1.4668c2p+1f;
  q = q * square - 0x1.4abbc2p+2f;
  q = q * square - 0x1.b767aep-24f;
  return g * 0x1.921fb6p+1f + g * q;
}
static inline double OVERLOADED sine(double g) {
  const double square = g * g, fourth = square * square;
  const double low = cubic(square, fourth, 0x1.466bc6775aa57p+1, -0x1.32d2cce626be3p-1,
                           0x1.50783484d972dp-4, -0x1.e3074dbed95ddp-8);
  const double high =
      (-0x1.6f784d0b3e856p-16 * square + 0x1.e8f3567486902p-12) + 0x1.9cf88fd4ffb7ap-21 * fourth;
  double q = high * (fourth * fourth) + low;
  q = q * square - 0x1.4abbce625be52p+2;
  q = q * square + 0x1.17586b7a5af95p-53;
  return g * 0x1.921fb54442d18p+1 + g * q;
}

// tan(pi g) = (g pi + g p(g^2)) / (1 + g^2 q(g^2)) for 0 <= g <= 1/4, or its reciprocal.
static inline float OVERLOADED tangent(float g, bool is_reciprocal) {
  const float square = g * g;
  float p = 0x1.4fc4f8p-2f;
  p = p * square - 0x1.b9c2dap+1f;
  p = p * square - 0x1.777a5cp-24f;
  const float q = 0x1.8dcadap+0f * square - 0x1.18dc2ap+2f;
  const float numerator = g * 0x1.921fb6p+1f + g * p, denominator = square * q + 1;
  return (is_reciprocal ? denominator : numerator) / (is_reciprocal ? numerator : denominator);
}
static inline double OVERLOADED tangent(double g, bool is_reciprocal) {
  const double square = g * g;
  const double fourth = square * square;
  const double p = cubic(square, fourth, 0x1.1a62633145c07p-53, -0x1.08ac472328f30p+2,
                         0x1.0c3ea25eb2e60p+0, -0x1.b998beff14edfp-5);
  const double q = cubic(square, fourth, -0x1.26ccb14e6a792p+2, 0x1.3ff28d4f52bfdp+1,
                         -0x1.32d5bdf9b9e18p-2, 0x1.35628618af397p-8);
  const double numerator = g * 0x1.921fb54442d18p+1 + g * p, denominator = square * q + 1;
  return (is_reciprocal ? denominator : numerator) / (is_reciprocal ? numerator : denominator);
}

// sinpi and tanpi: a zero of the argument's sign at whole numbers, for tanpi of odd ones the other;
// cospi: +0 at halves. Comparisons are such that NaN stays.
#define HALF_TURNS(T, BITS, ABS)                                                      \
  /* Between -1 and 1; of even numbers +0, of odd ones either 1. */                   \
  static inline T OVERLOADED without_even(T x) {                                      \
    return x - 2 * __builtin_elementwise_rint(x * (T)0.5);                            \
  }                                                                                   \
  static inline T OVERLOADED lesser(T x, T y) {                                       \
    return x > y ? y : x;                                                             \
  }                                                                                   \
  static inline BITS OVERLOADED sign_of(T x) {                                        \
    return as_##BITS(x) & (BITS)1 << (8 * sizeof(T) - 1);                             \
  }                                                                                   \
  T VALUE sinpi(T x) {                                                                \
    const T rest = without_even(x), distance = ABS(rest);                             \
    const T to_whole = lesser(distance, 1 - distance);                                \
    const T magnitude = lesser(sine(to_whole), 1);                                    \
    return as_##T(as_##BITS(magnitude) | sign_of(to_whole == 0 ? x : rest));          \
  }                                                                                   \
  T VALUE cospi(T x) {                                                                \
    const T cosine = lesser(sine((T)0.5 - ABS(without_even(x))), 1);                  \
    return cosine < -1 ? -1 : cosine;                                                 \
  }                                                                                   \
  T VALUE tanpi(T x) {                                                                \
    const T rest = without_even(x), distance = ABS(rest);                             \
    const T to_whole = lesser(distance, 1 - distance), to_half = (T)0.5 - to_whole;   \
    const BITS sign = sign_of(to_whole == 0 ? x : rest) ^ sign_of((T)0.5 - distance); \
    const T magnitude = tangent(lesser(to_whole, to_half), to_whole > to_half);       \
    return as_##T(as_##BITS(magnitude) | sign);                                       \
  }
HALF_TURNS(float, int, __builtin_fabsf)
HALF_TURNS(double, long, __builtin_fabs)
