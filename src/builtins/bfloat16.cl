// Converts between float and bfloat16, the upper half of a float (cl_intel_bfloat16_conversions): to
// the nearest, ties to even. A NaN stays one, also where its upper half would be that of an infinity.
#include "library.h"

ushort VALUE intel_convert_bfloat16_as_ushort(float x) {
  const uint bits = __builtin_astype(x, uint);
  const uint rounded = bits + 0x7FFF + (bits >> 16 & 1);
  return (ushort)((x != x ? bits | 0x400000 : rounded) >> 16);
}

float VALUE intel_convert_as_bfloat16_float(ushort x) {
  return __builtin_astype((uint)x << 16, float);
}

// Each number of components has a name of its own.
#define VECTORS(N, HALF_N)                                                  \
  ushort##N VALUE intel_convert_bfloat16##N##_as_ushort##N(float##N x) {    \
    return (ushort##N)(intel_convert_bfloat16##HALF_N##_as_ushort##HALF_N(x.lo),  \
                       intel_convert_bfloat16##HALF_N##_as_ushort##HALF_N(x.hi)); \
  }                                                                         \
  float##N VALUE intel_convert_as_bfloat16##N##_float##N(ushort##N x) {     \
    return (float##N)(intel_convert_as_bfloat16##HALF_N##_float##HALF_N(x.lo),    \
                      intel_convert_as_bfloat16##HALF_N##_float##HALF_N(x.hi));   \
  }

VECTORS(2, )
VECTORS(4, 2)
VECTORS(8, 4)
VECTORS(16, 8)

ushort3 VALUE intel_convert_bfloat163_as_ushort3(float3 x) {
  return (ushort3)(intel_convert_bfloat162_as_ushort2(x.xy), intel_convert_bfloat16_as_ushort(x.z));
}
float3 VALUE intel_convert_as_bfloat163_float3(ushort3 x) {
  return (float3)(intel_convert_as_bfloat162_float2(x.xy), intel_convert_as_bfloat16_float(x.z));
}
