// native_ and half_ functions (OpenCL C 3.0, 6.15.2): their precision is ours to choose. They are the
// full functions, but for native_powr, of which most is the care for exponents.
#include "library.h"

#define SIZES(M, F) M(F, float) M(F, float2) M(F, float3) M(F, float4) M(F, float8) M(F, float16)

#define UNARY_OF(F, T)      \
  T VALUE F(T x);           \
  T VALUE native_##F(T x) { \
    return F(x);            \
  }                         \
  T VALUE half_##F(T x) {   \
    return F(x);            \
  }
#define UNARY(F) SIZES(UNARY_OF, F)

UNARY(cos)
UNARY(exp)
UNARY(exp10)
UNARY(exp2)
UNARY(log)
UNARY(log10)
UNARY(log2)
UNARY(rsqrt)
UNARY(sin)
UNARY(sqrt)
UNARY(tan)

#define POWR(F, T)                \
  T VALUE powr(T x, T y);         \
  T VALUE native_powr(T x, T y) { \
    return exp2(y * log2(x));     \
  }                               \
  T VALUE half_powr(T x, T y) {   \
    return powr(x, y);            \
  }
SIZES(POWR, )

#define DIVISION(F, T)              \
  T VALUE native_divide(T x, T y) { \
    return x / y;                   \
  }                                 \
  T VALUE half_divide(T x, T y) {   \
    return x / y;                   \
  }                                 \
  T VALUE native_recip(T x) {       \
    return 1.0f / x;                \
  }                                 \
  T VALUE half_recip(T x) {         \
    return 1.0f / x;                \
  }
SIZES(DIVISION, )
