// vload_half, vstore_half and their families (OpenCL C 3.0, 6.15.7).
#include "half_rounding.h"

#define LOAD_SCALAR(SPACE)                                                               \
  float __attribute__((overloadable, pure)) vload_half(size_t i, const SPACE half* p) {  \
    return p[i];                                                                         \
  }                                                                                      \
  float __attribute__((overloadable, pure)) vloada_half(size_t i, const SPACE half* p) { \
    return p[i];                                                                         \
  }

// STEP is the distance of vectors in halves: vloada_half3 reads each from the location of a half4.
#define LOAD_VECTOR(NAME, N, STEP, SPACE)                                               \
  float##N __attribute__((overloadable, pure)) NAME##N(size_t i, const SPACE half* p) { \
    const SPACE half* source = p + i * STEP;                                            \
    float##N result;                                                                    \
    _Pragma("unroll") for (int k = 0; k < N; ++k) result[k] = source[k];                \
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
    p[i] = half_of(value, ROUNDING);                               \
  }
#define STORE_VECTOR(NAME, N, STEP, T, SUFFIX, ROUNDING, SPACE)                            \
  void OVERLOADED NAME##N##SUFFIX(T##N value, size_t i, SPACE half* p) {                   \
    SPACE half* target = p + i * STEP;                                                     \
    _Pragma("unroll") for (int k = 0; k < N; ++k) target[k] = half_of(value[k], ROUNDING); \
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
