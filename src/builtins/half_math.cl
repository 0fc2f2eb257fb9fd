// Math functions of half (OpenCL Extension Specification, cl_khr_fp16, 5.1.4): those of single
// precision, rounded once. Their errors are a fraction of a half's unit in the last place, so that
// results lie within one such unit of the exact value, and no half leaves the range of normal
// singles; a few are those of half_ functions. Results that are exact in single precision are
// correctly rounded. Forms with pointers are in math_pointer.cl, functions with fewer terms in
// half_exponential.cl and half_trigonometry.cl, fmin and fmax in lesser_greater.cl.
#include "library.h"
#include "polynomials.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

#define THROUGH_SINGLE(F)     \
  float VALUE F(float x);     \
  half VALUE F(half x) {      \
    return (half)F((float)x); \
  }                           \
  VECTORS_OF_1(half, F, half)

THROUGH_SINGLE(lgamma)
THROUGH_SINGLE(logb)

// Stirling's formula as in gamma.cl, whose error is 2^-17 here. Beyond 14 results are 0 or
// infinite.
float VALUE exp2(float x);
float VALUE log2(float x);
float VALUE sinpi(float x);
half VALUE tgamma(half x) {
  const float single = x, size = __builtin_elementwise_abs(single);
  const bool is_small = size < 3;
  const float z = is_small ? size + 3 : size < 14 ? size : 14, u = 1 / z;
  const float factor = horner(u, 0x1.853574p+0f, 0x1.0378f8p-3f, 0x1.59f6ap-8f, -0x1.0b291ep-8f);
  const float gamma = exp2((z - 0.5f) * (log2(z) - 0x1.715476p+0f)) * factor;
  const float product = is_small ? (size + 1) * (size + 2) : 1;
  float numerator = gamma, denominator = is_small ? single * product : 1;
  if (single < 0) {
    const float sine = sinpi(size);
    numerator = sine == 0 ? NAN : -0x1.921fb6p+1f * product;
    denominator = sine * gamma * (is_small ? 1 : size);
  }
  return single == single ? (half)(numerator / denominator) : x;
}
VECTORS_OF_1(half, tgamma, half)

// Half_ functions have 11 bits, with which a result is within 1.3 units in the last place:
// converting to single precision and back costs what they save.
#define THROUGH_COARSE(F)            \
  float VALUE half_##F(float x);     \
  half VALUE F(half x) {             \
    return (half)half_##F((float)x); \
  }                                  \
  VECTORS_OF_1(half, F, half)

THROUGH_COARSE(log)
THROUGH_COARSE(log10)
THROUGH_COARSE(log2)

// A third of the bits is one of the exponent: a root y with an error of 3.4 %, of which a step of
// Halley's method leaves 2^-15.
half VALUE cbrt(half x) {
  const float size = __builtin_elementwise_abs((float)x);
  const float y = as_float((int)((float)as_int(size) * (1.0f / 3)) + 0x2a514067);
  const float cube = y * y * y;
  const float root = y * (cube + 2 * size) / (2 * cube + size);
  const bool is_ordinary = is_normal_and_positive(size);
  return (half)__builtin_elementwise_copysign(is_ordinary ? root : size, (float)x);
}
VECTORS_OF_1(half, cbrt, half)

// Without fused multiplication a root and a quotient take less.
float VALUE half_rsqrt(float x);
float VALUE rsqrt(float x);
half VALUE rsqrt(half x) {
  return (half)(__cleave_has_fused_multiply_add() ? half_rsqrt(x) : rsqrt((float)x));
}
VECTORS_OF_1(half, rsqrt, half)

#define THROUGH_SINGLE_2(F)             \
  float VALUE F(float x, float y);      \
  half VALUE F(half x, half y) {        \
    return (half)F((float)x, (float)y); \
  }                                     \
  VECTORS_OF_2(half, F, half, half)

THROUGH_SINGLE_2(atan2)
THROUGH_SINGLE_2(atan2pi)
THROUGH_SINGLE_2(fdim)
THROUGH_SINGLE_2(fmod)
THROUGH_SINGLE_2(hypot)
THROUGH_SINGLE_2(maxmag)
THROUGH_SINGLE_2(minmag)
THROUGH_SINGLE_2(pow)
THROUGH_SINGLE_2(powr)
THROUGH_SINGLE_2(remainder)

// The greatest and the least scaling that matter leave single precision normal or the half zero.
#define BY_INTEGER(F)            \
  float VALUE F(float x, int n); \
  half VALUE F(half x, int n) {  \
    return (half)F((float)x, n); \
  }                              \
  VECTORS_OF_2(half, F, half, int)

BY_INTEGER(ldexp)
BY_INTEGER(pown)
BY_INTEGER(rootn)
VECTORS_OF_2_SCALAR(half, ldexp, half, int)

int VALUE ilogb(float x);
int VALUE ilogb(half x) {
  return ilogb((float)x);
}
VECTORS_OF_1(int, ilogb, half)

#define SIZES(M, F) M(F, half) M(F, half2) M(F, half3) M(F, half4) M(F, half8) M(F, half16)

#define OPERATION_1(F, T)                \
  T VALUE F(T x) {                       \
    return __builtin_elementwise_##F(x); \
  }
SIZES(OPERATION_1, ceil)
SIZES(OPERATION_1, floor)
SIZES(OPERATION_1, rint)
SIZES(OPERATION_1, round)
SIZES(OPERATION_1, sqrt)
SIZES(OPERATION_1, trunc)

#define ABSOLUTE(F, T)                   \
  T VALUE fabs(T x) {                    \
    return __builtin_elementwise_abs(x); \
  }
SIZES(ABSOLUTE, )

#define OPERATION_2(F, T)                   \
  T VALUE F(T x, T y) {                     \
    return __builtin_elementwise_##F(x, y); \
  }
SIZES(OPERATION_2, copysign)

#define FUSED(F, T)                            \
  T VALUE fma(T x, T y, T z) {                 \
    return __builtin_elementwise_fma(x, y, z); \
  }
SIZES(FUSED, )

// The product is exact, the sum has 13 bits more than the half.
half VALUE mad(half x, half y, half z) {
  return (half)((float)x * (float)y + (float)z);
}
VECTORS_OF_3(half, mad, half)

// In the order of their values halves are -0x7fff to 0x7fff, both zeros at 0.
half VALUE nextafter(half x, half y) {
  if (__builtin_isnan(x) || __builtin_isnan(y)) return x + y;
  if (x == y) return y;
  if (x == 0) return __builtin_elementwise_copysign(0x1p-24h, y);
  const short outwards = (x < y) == (x > 0) ? 1 : -1;
  return as_half((short)(as_short(x) + outwards));
}
VECTORS_OF_2(half, nextafter, half, half)

#define NOT_A_NUMBER(N)                                 \
  half##N VALUE nan(ushort##N code) {                   \
    const ushort##N payload = code & (ushort##N)0x1ff;  \
    const ushort##N bits = payload | (ushort##N)0x7e00; \
    return as_half##N(bits);                            \
  }
NOT_A_NUMBER()
NOT_A_NUMBER(2)
NOT_A_NUMBER(3)
NOT_A_NUMBER(4)
NOT_A_NUMBER(8)
NOT_A_NUMBER(16)
