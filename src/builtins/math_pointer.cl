// Math functions that return a second value through a pointer (OpenCL C 3.0, 6.15.2).
#include "library.h"

float OVERLOADED __libclc_lgamma_r(float x, __private int* sign);
double OVERLOADED __libclc_lgamma_r(double x, __private int* sign);

// LIMIT is the largest value below 1. fract(-0) is -0, of an infinity a zero of its sign.
#define FRACT(T, LIMIT)                                                     \
  T OVERLOADED fract(T x, __private T* whole) {                             \
    const T below = __builtin_elementwise_floor(x);                         \
    *whole = below;                                                         \
    if (__builtin_isnan(x)) return x;                                       \
    if (__builtin_isinf(x)) return __builtin_elementwise_copysign((T)0, x); \
    const T part = __builtin_elementwise_minnum(x - below, (T)LIMIT);       \
    return part == 0 ? __builtin_elementwise_copysign((T)0, x) : part;      \
  }
FRACT(half, 0x1.ffcp-1)
FRACT(float, 0x1.fffffep-1f)
FRACT(double, 0x1.fffffffffffffp-1)

#define MODF(T)                                          \
  T OVERLOADED modf(T x, __private T* whole) {           \
    const T part = __builtin_elementwise_trunc(x);       \
    *whole = part;                                       \
    const T rest = __builtin_isinf(x) ? (T)0 : x - part; \
    return __builtin_elementwise_copysign(rest, x);      \
  }
MODF(half)
MODF(float)
MODF(double)

// The other scalar forms are in trigonometry.cl.
float OVERLOADED sincos(float x, __private float* cosine);
double OVERLOADED sincos(double x, __private double* cosine);
half OVERLOADED sincos(half x, __private half* cosine) {
  float single_cosine;
  const half sine = (half)sincos((float)x, &single_cosine);
  *cosine = (half)single_cosine;
  return sine;
}

// A subnormal number is made normal first, by 2^24 or 2^54.
float OVERLOADED frexp(float x, __private int* exponent) {
  const bool subnormal = __builtin_fabsf(x) < 0x1p-126f;
  const float scaled = subnormal ? x * 0x1p24f : x;
  const uint bits = as_uint(scaled);
  if (x == 0 || __builtin_isinf(x) || __builtin_isnan(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = (int)((bits >> 23) & 0xff) - 126 - (subnormal ? 24 : 0);
  return as_float((bits & 0x807fffffu) | 0x3f000000u);
}
double OVERLOADED frexp(double x, __private int* exponent) {
  const bool subnormal = __builtin_fabs(x) < 0x1p-1022;
  const double scaled = subnormal ? x * 0x1p54 : x;
  const ulong bits = as_ulong(scaled);
  if (x == 0 || __builtin_isinf(x) || __builtin_isnan(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = (int)((bits >> 52) & 0x7ff) - 1022 - (subnormal ? 54 : 0);
  return as_double((bits & 0x800ffffffffffffful) | 0x3fe0000000000000ul);
}

// A half is a normal number in single precision, and a half again without its exponent.
half OVERLOADED frexp(half x, __private int* exponent) {
  return (half)frexp((float)x, exponent);
}

// The gamma function has the sign of -x near zero; there log|gamma(x)| is -log|x| to full
// precision.
#define LGAMMA_R(T, TINY)                                                \
  T OVERLOADED lgamma_r(T x, __private int* sign) {                      \
    if (__builtin_isinf(x)) {                                            \
      *sign = 1;                                                         \
      return INFINITY;                                                   \
    }                                                                    \
    if (__builtin_elementwise_abs(x) < (T)TINY) {                        \
      *sign = x == 0 ? (__builtin_signbit(x) ? -1 : 1) : x < 0 ? -1 : 1; \
      return -log(__builtin_elementwise_abs(x));                         \
    }                                                                    \
    return __libclc_lgamma_r(x, sign);                                   \
  }
float VALUE log(float x);
double VALUE log(double x);
LGAMMA_R(float, 0x1p-40f)
LGAMMA_R(double, 0x1p-70)
half OVERLOADED lgamma_r(half x, __private int* sign) {
  return (half)lgamma_r((float)x, sign);
}

// The scalar forms are in division.cl.
float OVERLOADED remquo(float x, float y, __private int* quotient);
double OVERLOADED remquo(double x, double y, __private int* quotient);
// The remainder has no more bits than the divisor: it is exact.
half OVERLOADED remquo(half x, half y, __private int* quotient) {
  return (half)remquo((float)x, (float)y, quotient);
}

#define VECTOR_OF_REMQUO(T, N, H)                                          \
  T##N OVERLOADED remquo(T##N x, T##N y, __private int##N* quotient) {     \
    int##H a, b;                                                           \
    const T##N r = (T##N)(remquo(x.lo, y.lo, &a), remquo(x.hi, y.hi, &b)); \
    *quotient = (int##N)(a, b);                                            \
    return r;                                                              \
  }
#define VECTORS_OF_REMQUO(T)                                                                 \
  T##2 OVERLOADED remquo(T##2 x, T##2 y, __private int2* quotient) {                         \
    int a, b;                                                                                \
    const T##2 r = (T##2)(remquo(x.x, y.x, &a), remquo(x.y, y.y, &b));                       \
    *quotient = (int2)(a, b);                                                                \
    return r;                                                                                \
  }                                                                                          \
  T##3 OVERLOADED remquo(T##3 x, T##3 y, __private int3* quotient) {                         \
    int a, b, c;                                                                             \
    const T##3 r = (T##3)(remquo(x.x, y.x, &a), remquo(x.y, y.y, &b), remquo(x.z, y.z, &c)); \
    *quotient = (int3)(a, b, c);                                                             \
    return r;                                                                                \
  }                                                                                          \
  VECTOR_OF_REMQUO(T, 4, 2)                                                                  \
  VECTOR_OF_REMQUO(T, 8, 4)                                                                  \
  VECTOR_OF_REMQUO(T, 16, 8)
VECTORS_OF_REMQUO(half)
VECTORS_OF_REMQUO(float)
VECTORS_OF_REMQUO(double)

#define SPACE_OF_REMQUO(T, I, SPACE)                 \
  T OVERLOADED remquo(T x, T y, SPACE I* quotient) { \
    I a;                                             \
    const T r = remquo(x, y, &a);                    \
    *quotient = a;                                   \
    return r;                                        \
  }
#define SPACES_OF_REMQUO(T, I)    \
  SPACE_OF_REMQUO(T, I, __local)  \
  SPACE_OF_REMQUO(T, I, __global) \
  SPACE_OF_REMQUO(T, I, __generic)

#define ALL_FORMS(T)                        \
  VECTORS_OF_1_POINTER(T, fract, T, T)      \
  VECTORS_OF_1_POINTER(T, modf, T, T)       \
  VECTORS_OF_1_POINTER(T, sincos, T, T)     \
  VECTORS_OF_1_POINTER(T, frexp, T, int)    \
  VECTORS_OF_1_POINTER(T, lgamma_r, T, int) \
  ALL_SPACES(T, int)                        \
  ALL_SPACES(T##2, int2)                    \
  ALL_SPACES(T##3, int3)                    \
  ALL_SPACES(T##4, int4)                    \
  ALL_SPACES(T##8, int8)                    \
  ALL_SPACES(T##16, int16)
#define ALL_SPACES(T, I)                 \
  SPACES_OF_1_POINTER(T, T, fract, T)    \
  SPACES_OF_1_POINTER(T, T, modf, T)     \
  SPACES_OF_1_POINTER(T, T, sincos, T)   \
  SPACES_OF_1_POINTER(T, T, frexp, I)    \
  SPACES_OF_1_POINTER(T, T, lgamma_r, I) \
  SPACES_OF_REMQUO(T, I)

ALL_FORMS(half)
ALL_FORMS(float)
ALL_FORMS(double)
