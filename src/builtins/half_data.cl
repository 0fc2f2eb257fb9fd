// vload_half, vstore_half and their families (OpenCL C 3.0, 6.15.7). The conversions are done on
// integers: not every processor converts halves, and none converts a double in every direction.
#include "library.h"

enum rounding { to_nearest_even, to_zero, to_positive, to_negative };

static float float_of_half(ushort half_bits) {
  const uint sign = (uint)(half_bits & 0x8000) << 16;
  const uint magnitude = half_bits & 0x7fff;
  uint bits;
  if (magnitude < 0x0400) {  // zero or subnormal, a multiple of 2^-24
    bits = as_uint((float)magnitude * 0x1p-24f);
  } else {
    const uint bias_difference = magnitude < 0x7c00 ? 112 : 224;  // 224: infinity and NaN
    bits = (magnitude << 13) + (bias_difference << 23);
  }
  return as_float(sign | bits);
}

static ushort half_of_double(double value, enum rounding rounding) {
  const ulong bits = as_ulong(value);
  const bool negative = bits >> 63;
  const ushort sign = negative ? 0x8000 : 0;
  const ulong magnitude = bits & 0x7ffffffffffffffful;
  if (magnitude > 0x7ff0000000000000ul) {
    return sign | 0x7e00 | (ushort)((magnitude >> 42) & 0x03ff);
  }
  const bool away = rounding == to_positive ? !negative : rounding == to_negative && negative;
  const int exponent = (int)(magnitude >> 52) - 1023;
  if (exponent > 15) {
    const bool infinite = magnitude == 0x7ff0000000000000ul || rounding == to_nearest_even || away;
    return sign | (infinite ? 0x7c00 : 0x7bff);
  }
  // The significand in units of the last place of the half, and what is cut off.
  const ulong significand =
      (magnitude & 0x000ffffffffffffful) | (magnitude >> 52 ? 0x0010000000000000ul : 0);
  const bool normal = exponent >= -14;
  const int wanted_shift = normal ? 42 : 28 - exponent;
  const int shift = wanted_shift < 63 ? wanted_shift : 63;
  const ulong rest = significand & ((1ul << shift) - 1);
  const ulong half_place = 1ul << (shift - 1);
  ushort result = (ushort)(significand >> shift);
  if (normal) result += (ushort)((exponent + 14) << 10);  // the leading bit adds the last one
  if (rounding == to_nearest_even) {
    result += rest > half_place || (rest == half_place && (result & 1));
  } else {
    result += away && rest != 0;
  }
  return sign | result;
}

// A compiler that sees a half in memory may use conversions of its own; so memory holds ushorts.
#define LOAD_SCALAR(SPACE)                                                               \
  float __attribute__((overloadable, pure)) vload_half(size_t i, const SPACE half* p) {  \
    return float_of_half(((const SPACE ushort*)p)[i]);                                   \
  }                                                                                      \
  float __attribute__((overloadable, pure)) vloada_half(size_t i, const SPACE half* p) { \
    return float_of_half(((const SPACE ushort*)p)[i]);                                   \
  }

// STEP is the distance of vectors in halves: vloada_half3 reads each from the place of a half4.
#define LOAD_VECTOR(NAME, N, STEP, SPACE)                                               \
  float##N __attribute__((overloadable, pure)) NAME##N(size_t i, const SPACE half* p) { \
    const SPACE ushort* source = (const SPACE ushort*)p + i * STEP;                     \
    float##N result;                                                                    \
    _Pragma("unroll") for (int k = 0; k < N; ++k) result[k] = float_of_half(source[k]); \
    return result;                                                                      \
  }

#define LOADS(SPACE)                     \
  LOAD_SCALAR(SPACE)                     \
  LOAD_VECTOR(vload_half, 2, 2, SPACE)   \
  LOAD_VECTOR(vload_half, 3, 3, SPACE)   \
  LOAD_VECTOR(vload_half, 4, 4, SPACE)   \
  LOAD_VECTOR(vload_half, 8, 8, SPACE)   \
  LOAD_VECTOR(vload_half, 16, 16, SPACE) \
  LOAD_VECTOR(vloada_half, 2, 2, SPACE)  \
  LOAD_VECTOR(vloada_half, 3, 4, SPACE)  \
  LOAD_VECTOR(vloada_half, 4, 4, SPACE)  \
  LOAD_VECTOR(vloada_half, 8, 8, SPACE)  \
  LOAD_VECTOR(vloada_half, 16, 16, SPACE)

LOADS(__private)
LOADS(__global)
LOADS(__constant)
LOADS(__local)
LOADS(__generic)

#define STORE_SCALAR(NAME, T, SUFFIX, ROUNDING, SPACE)             \
  void OVERLOADED NAME##SUFFIX(T value, size_t i, SPACE half* p) { \
    ((SPACE ushort*)p)[i] = half_of_double(value, ROUNDING);       \
  }
#define STORE_VECTOR(NAME, N, STEP, T, SUFFIX, ROUNDING, SPACE)                                   \
  void OVERLOADED NAME##N##SUFFIX(T##N value, size_t i, SPACE half* p) {                          \
    SPACE ushort* target = (SPACE ushort*)p + i * STEP;                                           \
    _Pragma("unroll") for (int k = 0; k < N; ++k) target[k] = half_of_double(value[k], ROUNDING); \
  }

#define STORES_ROUNDED(T, SUFFIX, ROUNDING, SPACE)              \
  STORE_SCALAR(vstore_half, T, SUFFIX, ROUNDING, SPACE)         \
  STORE_SCALAR(vstorea_half, T, SUFFIX, ROUNDING, SPACE)        \
  STORE_VECTOR(vstore_half, 2, 2, T, SUFFIX, ROUNDING, SPACE)   \
  STORE_VECTOR(vstore_half, 3, 3, T, SUFFIX, ROUNDING, SPACE)   \
  STORE_VECTOR(vstore_half, 4, 4, T, SUFFIX, ROUNDING, SPACE)   \
  STORE_VECTOR(vstore_half, 8, 8, T, SUFFIX, ROUNDING, SPACE)   \
  STORE_VECTOR(vstore_half, 16, 16, T, SUFFIX, ROUNDING, SPACE) \
  STORE_VECTOR(vstorea_half, 2, 2, T, SUFFIX, ROUNDING, SPACE)  \
  STORE_VECTOR(vstorea_half, 3, 4, T, SUFFIX, ROUNDING, SPACE)  \
  STORE_VECTOR(vstorea_half, 4, 4, T, SUFFIX, ROUNDING, SPACE)  \
  STORE_VECTOR(vstorea_half, 8, 8, T, SUFFIX, ROUNDING, SPACE)  \
  STORE_VECTOR(vstorea_half, 16, 16, T, SUFFIX, ROUNDING, SPACE)

#define STORES(T, SPACE)                          \
  STORES_ROUNDED(T, , to_nearest_even, SPACE)     \
  STORES_ROUNDED(T, _rte, to_nearest_even, SPACE) \
  STORES_ROUNDED(T, _rtz, to_zero, SPACE)         \
  STORES_ROUNDED(T, _rtp, to_positive, SPACE)     \
  STORES_ROUNDED(T, _rtn, to_negative, SPACE)

STORES(float, __private)
STORES(float, __global)
STORES(float, __local)
STORES(float, __generic)
STORES(double, __private)
STORES(double, __global)
STORES(double, __local)
STORES(double, __generic)
