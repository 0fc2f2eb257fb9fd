// Conversions from and to half (OpenCL C 3.0, 6.4.3, with cl_khr_fp16).
#include "half_rounding.h"

// convert_NAME, of scalars by EXPRESSION, of vectors by halves. D is the scalar type of the result,
// S that of the argument, called x.
#define CONVERT(D, S, SUFFIX, EXPRESSION)                                  \
  D VALUE convert_##D##SUFFIX(S x) {                                       \
    return EXPRESSION;                                                     \
  }                                                                        \
  D##2 VALUE convert_##D##2##SUFFIX(S##2 x) {                              \
    return (D##2)(convert_##D##SUFFIX(x.x), convert_##D##SUFFIX(x.y));     \
  }                                                                        \
  D##3 VALUE convert_##D##3##SUFFIX(S##3 x) {                              \
    return (D##3)(convert_##D##2##SUFFIX(x.xy), convert_##D##SUFFIX(x.z)); \
  }                                                                        \
  CONVERT_HALVES(D, S, SUFFIX, 4, 2)                                       \
  CONVERT_HALVES(D, S, SUFFIX, 8, 4)                                       \
  CONVERT_HALVES(D, S, SUFFIX, 16, 8)
#define CONVERT_HALVES(D, S, SUFFIX, N, H)                                     \
  D##N VALUE convert_##D##N##SUFFIX(S##N x) {                                  \
    return (D##N)(convert_##D##H##SUFFIX(x.lo), convert_##D##H##SUFFIX(x.hi)); \
  }

// To half. NUMBER is x as a floating-point number.
#define TO_HALF(S, NUMBER)                             \
  CONVERT(half, S, , (half)x)                          \
  CONVERT(half, S, _rte, (half)x)                      \
  CONVERT(half, S, _rtz, half_of(NUMBER, to_zero))     \
  CONVERT(half, S, _rtp, half_of(NUMBER, to_positive)) \
  CONVERT(half, S, _rtn, half_of(NUMBER, to_negative))
TO_HALF(char, (float)x)
TO_HALF(uchar, (float)x)
TO_HALF(short, (float)x)
TO_HALF(ushort, (float)x)
TO_HALF(float, x)
TO_HALF(double, x)

// Beyond the greatest half all integers are the same, and the nearer ones are exact in single
// precision.
#define BEYOND (1 << 17)
TO_HALF(int, (float)(x < -BEYOND ? -BEYOND : x > BEYOND ? BEYOND : x))
TO_HALF(uint, (float)(x > BEYOND ? BEYOND : x))
TO_HALF(long, (float)(int)(x < -BEYOND ? -BEYOND : x > BEYOND ? BEYOND : x))
TO_HALF(ulong, (float)(int)(x > BEYOND ? BEYOND : x))

// From half: exactly to the other floating-point types, to integers as from single precision.
#define EXACT(D)            \
  CONVERT(D, half, , x)     \
  CONVERT(D, half, _rte, x) \
  CONVERT(D, half, _rtz, x) \
  CONVERT(D, half, _rtp, x) \
  CONVERT(D, half, _rtn, x)
EXACT(half)
EXACT(float)
EXACT(double)

#define INTEGER(D, SUFFIX)              \
  D VALUE convert_##D##SUFFIX(float x); \
  CONVERT(D, half, SUFFIX, convert_##D##SUFFIX((float)x))
#define TO_INTEGER(D)  \
  INTEGER(D, )         \
  INTEGER(D, _rte)     \
  INTEGER(D, _rtz)     \
  INTEGER(D, _rtp)     \
  INTEGER(D, _rtn)     \
  INTEGER(D, _sat)     \
  INTEGER(D, _sat_rte) \
  INTEGER(D, _sat_rtz) \
  INTEGER(D, _sat_rtp) \
  INTEGER(D, _sat_rtn)
TO_INTEGER(char)
TO_INTEGER(uchar)
TO_INTEGER(short)
TO_INTEGER(ushort)
TO_INTEGER(int)
TO_INTEGER(uint)
TO_INTEGER(long)
TO_INTEGER(ulong)
