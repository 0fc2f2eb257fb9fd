// Computes fmod, remainder and remquo (OpenCL C 3.0, 6.15.2), exactly. The ordinary way is one
// division whose quotient, rounded, is right or off by one: the rest is exact then, and says which.
// Quotients too great for that are rare: a multiple of the divisor is taken off first, in steps of
// as many bits as a product can have.
#include "library.h"
#include "pairs.h"

// dividend - quotient * divisor, which is exact: `quotient` is a whole number near the quotient.
static inline float OVERLOADED rest_of(float dividend, float quotient, float divisor) {
  if (__cleave_has_fused_multiply_add()) return __builtin_fmaf(-quotient, divisor, dividend);
  return (float)((double)dividend - (double)quotient * (double)divisor);
}

// Computes the product at a smaller scale for great divisors, since its parts may overflow.
static inline double OVERLOADED rest_of(double dividend, double quotient, double divisor) {
  if (__cleave_has_fused_multiply_add()) return __builtin_fma(-quotient, divisor, dividend);
  const bool is_great = divisor > 0x1p900;
  const double scale = is_great ? 0x1p-100 : 1;
  const struct Doubles product = product_of(quotient, divisor * scale);
  return (dividend * scale - product.high - product.low) * (is_great ? 0x1p100 : 1);
}

// A number that leaves the same rest as x, and less than 2^8 times |y|: a multiple of 256 y is
// taken off, so that the quotient's low bits stay. x is 2^22 |y| or more. A quotient of 28 bits
// times the 24 of the divisor is exact in double precision. Infinities and zeros end as NaN.
RARE(float) reduced(float x, float y) {
  const double divisor = y, reciprocal = 1 / divisor;
  double rest = x;
  double quotient = rest * reciprocal;
  while (__builtin_fabs(quotient) >= 0x1p35) {
    const double upper = as_double((as_ulong(quotient) + (1ul << 24)) & ~((1ul << 25) - 1));
    rest = rest - upper * divisor;
    quotient = rest * reciprocal;
  }
  const double to_multiple_of_256 = 0x1.8p60;
  return (float)(rest - ((quotient + to_multiple_of_256) - to_multiple_of_256) * divisor);
}

static constant const ulong exponent_bits = 0x7ff0000000000000ul;
static constant const ulong exponent_of_1 = 0x3ff0000000000000ul;

// The same where x is 2^50 |y| or more, by significands: x = rest * 2^shift * (256 y). The shift,
// which may be 2090, stands one bit below a double's exponent.
RARE(double) reduced(double x, double y) {
  const bool x_is_small = x < 0x1p-900, y_is_small = y < 0x1p-900;
  const ulong x_bits = as_ulong(x_is_small ? x * 0x1p128 : x);
  const ulong y_bits = as_ulong(y_is_small ? y * 0x1p128 : y);
  const long one = 1l << 51, scale = 128 * one, most = 48 * one;
  const double divisor = as_double((y_bits & ~exponent_bits) | exponent_of_1);
  const double reciprocal = 1 / divisor;
  double rest = as_double((x_bits & ~exponent_bits) | exponent_of_1);
  long shift = (long)((x_bits & exponent_bits) >> 1) - (long)((y_bits & exponent_bits) >> 1);
  shift += (y_is_small ? scale : 0) - (x_is_small ? scale : 0) - 8 * one;
  while (shift > 0) {
    const long step = shift < most ? shift : most;
    shift -= step;
    rest *= as_double(((ulong)step << 1) + exponent_of_1);
    rest = rest_of(rest, __builtin_rint(rest * reciprocal), divisor);
  }
  const double unit = as_double(y_bits & exponent_bits);  // of the divisor
  return x == INFINITY ? NAN : rest * unit * (y_is_small ? 0x1p-120 : 0x1p8);
}

// LIMIT: below, the quotient's error is less than 1/4. quotient_of takes multiples of the divisor
// off a dividend that is too great for that.
#define DIVISIONS(T, LIMIT, ABSOLUTE, COPYSIGN, TRUNC, RINT, ROUNDING, AS_BITS)                    \
  static inline T OVERLOADED quotient_of(__private T* dividend, T divisor) {                       \
    const T quotient = *dividend / divisor;                                                        \
    if (!(quotient >= LIMIT)) return quotient;                                                     \
    *dividend = reduced(*dividend, divisor);                                                       \
    return *dividend / divisor;                                                                    \
  }                                                                                                \
  T VALUE fmod(T x, T y) {                                                                         \
    const T divisor = ABSOLUTE(y);                                                                 \
    T dividend = ABSOLUTE(x);                                                                      \
    const T quotient = TRUNC(quotient_of(&dividend, divisor));                                     \
    T rest = rest_of(dividend, quotient, divisor);                                                 \
    rest = quotient == 0 ? dividend : rest; /* also of an infinite divisor */                      \
    rest = rest < 0 ? rest + divisor : rest;                                                       \
    return COPYSIGN(rest, x);                                                                      \
  }                                                                                                \
  /* The rest of the nearest multiple, of two equally near the even one; low bits of |x| / |y|. */ \
  static inline T OVERLOADED rest_of_nearest(T x, T y, __private int* low_bits) {                  \
    const T divisor = ABSOLUTE(y);                                                                 \
    T dividend = ABSOLUTE(x);                                                                      \
    T quotient = RINT(quotient_of(&dividend, divisor));                                            \
    T rest = rest_of(dividend, quotient, divisor);                                                 \
    rest = quotient == 0 ? dividend : rest;                                                        \
    /* A half is right: the quotient was exact then, and was rounded to even. */                   \
    const bool is_far = ABSOLUTE(rest) * 2 > divisor;                                              \
    const T towards_rest = COPYSIGN((T)1, rest);                                                   \
    quotient = is_far ? quotient + towards_rest : quotient;                                        \
    rest = is_far ? rest - COPYSIGN(divisor, rest) : rest;                                         \
    *low_bits = (int)AS_BITS(quotient + ROUNDING);                                                 \
    return rest == 0 ? COPYSIGN((T)0, x) : rest * COPYSIGN((T)1, x);                               \
  }                                                                                                \
  T VALUE remainder(T x, T y) {                                                                    \
    int low_bits;                                                                                  \
    return rest_of_nearest(x, y, &low_bits);                                                       \
  }                                                                                                \
  /* The sign of the quotient and its low 7 bits, as remquo specifies. */                          \
  T OVERLOADED remquo(T x, T y, __private int* quotient) {                                         \
    int low_bits;                                                                                  \
    const T rest = rest_of_nearest(x, y, &low_bits);                                               \
    low_bits = rest == rest ? low_bits & 0x7f : 0;                                                 \
    *quotient = COPYSIGN((T)1, x) * COPYSIGN((T)1, y) < 0 ? -low_bits : low_bits;                  \
    return rest;                                                                                   \
  }

DIVISIONS(float, 0x1p22f, __builtin_fabsf, __builtin_copysignf, __builtin_truncf, __builtin_rintf,
          0x1.8p23f, as_uint)
DIVISIONS(double, 0x1p50, __builtin_fabs, __builtin_copysign, __builtin_trunc, __builtin_rint,
          0x1.8p52, as_ulong)
