// Saturating conversions of floating-point numbers to integers (OpenCL C 3.0, 6.4.3.3): a NaN gives
// 0, and what is out of range the nearest value in range.
#include "library.h"

// LOWEST is the type's least value, BEYOND the first power of two above its greatest: both are
// exact in either source type, and what is rounded lies below BEYOND if and only if it fits.
#define CONVERT(D, S, SUFFIX, ROUND, LOWEST, BEYOND, GREATEST)                       \
  D VALUE convert_##D##_sat##SUFFIX(S x) {                                           \
    const S whole = ROUND(x);                                                        \
    if (whole >= (S)BEYOND) return GREATEST;                                         \
    if (whole <= (S)LOWEST) return LOWEST;                                           \
    return __builtin_isnan(x) ? (D)0 : (D)whole;                                     \
  }                                                                                  \
  D##2 VALUE convert_##D##2_sat##SUFFIX(S##2 x) {                                    \
    return (D##2)(convert_##D##_sat##SUFFIX(x.x), convert_##D##_sat##SUFFIX(x.y));   \
  }                                                                                  \
  D##3 VALUE convert_##D##3_sat##SUFFIX(S##3 x) {                                    \
    return (D##3)(convert_##D##2_sat##SUFFIX(x.xy), convert_##D##_sat##SUFFIX(x.z)); \
  }                                                                                  \
  CONVERT_HALVES(D, S, SUFFIX, 4, 2)                                                 \
  CONVERT_HALVES(D, S, SUFFIX, 8, 4)                                                 \
  CONVERT_HALVES(D, S, SUFFIX, 16, 8)

#define CONVERT_HALVES(D, S, SUFFIX, N, H)                                                 \
  D##N VALUE convert_##D##N##_sat##SUFFIX(S##N x) {                                        \
    return (D##N)(convert_##D##H##_sat##SUFFIX(x.lo), convert_##D##H##_sat##SUFFIX(x.hi)); \
  }

#define ROUNDINGS(D, S, LOWEST, BEYOND, GREATEST)                            \
  CONVERT(D, S, , __builtin_elementwise_trunc, LOWEST, BEYOND, GREATEST)     \
  CONVERT(D, S, _rtz, __builtin_elementwise_trunc, LOWEST, BEYOND, GREATEST) \
  CONVERT(D, S, _rte, __builtin_elementwise_rint, LOWEST, BEYOND, GREATEST)  \
  CONVERT(D, S, _rtp, __builtin_elementwise_ceil, LOWEST, BEYOND, GREATEST)  \
  CONVERT(D, S, _rtn, __builtin_elementwise_floor, LOWEST, BEYOND, GREATEST)

#define SOURCES(D, LOWEST, BEYOND, GREATEST)    \
  ROUNDINGS(D, float, LOWEST, BEYOND, GREATEST) \
  ROUNDINGS(D, double, LOWEST, BEYOND, GREATEST)

SOURCES(char, CHAR_MIN, 0x1p7, CHAR_MAX)
SOURCES(uchar, 0, 0x1p8, UCHAR_MAX)
SOURCES(short, SHRT_MIN, 0x1p15, SHRT_MAX)
SOURCES(ushort, 0, 0x1p16, USHRT_MAX)
SOURCES(int, INT_MIN, 0x1p31, INT_MAX)
SOURCES(uint, 0, 0x1p32, UINT_MAX)
SOURCES(long, LONG_MIN, 0x1p63, LONG_MAX)
SOURCES(ulong, 0, 0x1p64, ULONG_MAX)
