// Common, geometric and relational functions, selections and shuffles of half (OpenCL Extension
// Specification, cl_khr_fp16, 5.1.4 and following).
#include "library.h"

#define VECTOR_SIZES(M, F) M(F, 2) M(F, 3) M(F, 4) M(F, 8) M(F, 16)
#define SIZES(M, F) M(F, ) VECTOR_SIZES(M, F)

// Common functions. Functions of more than one step compute in single precision, but for smoothstep, each step
// of which is one of half, as its definition says. Those of lesser and greater numbers are in lesser_greater.cl.
#define STEP(F, N)                              \
  half##N VALUE step(half##N edge, half##N x) { \
    return x < edge ? (half##N)0 : (half##N)1;  \
  }
SIZES(STEP, )

half VALUE sign(half x) {
  if (__builtin_isnan(x)) return 0;
  return x == 0 ? x : __builtin_elementwise_copysign(1.0h, x);
}
VECTORS_OF_1(half, sign, half)

#define THROUGH_SINGLE_1(F)   \
  float VALUE F(float x);     \
  half VALUE F(half x) {      \
    return (half)F((float)x); \
  }                           \
  VECTORS_OF_1(half, F, half)
THROUGH_SINGLE_1(degrees)
THROUGH_SINGLE_1(radians)

#define THROUGH_SINGLE_3(F)                       \
  float VALUE F(float x, float y, float z);       \
  half VALUE F(half x, half y, half z) {          \
    return (half)F((float)x, (float)y, (float)z); \
  }                                               \
  VECTORS_OF_3(half, F, half)
THROUGH_SINGLE_3(mix)

half VALUE smoothstep(half from, half to, half x) {
  const half part = (x - from) / (to - from);
  const half above = 0.0h < part ? part : 0.0h;
  const half t = above < 1.0h ? above : 1.0h;
  return t * t * (3.0h - 2.0h * t);
}
VECTORS_OF_3(half, smoothstep, half)

#define WITH_SCALARS(F, N)                                  \
  half##N VALUE step(half edge, half##N x) {                \
    return step((half##N)edge, x);                          \
  }                                                         \
  half##N VALUE mix(half##N x, half##N y, half a) {         \
    return mix(x, y, (half##N)a);                           \
  }                                                         \
  half##N VALUE smoothstep(half from, half to, half##N x) { \
    return smoothstep((half##N)from, (half##N)to, x);       \
  }
VECTOR_SIZES(WITH_SCALARS, )

// Geometric functions, in single precision: no square of a half leaves its range.
#define SINGLE(N, x) __builtin_convertvector((x), float##N)
#define HALF(N, x) __builtin_convertvector((x), half##N)

#define GEOMETRIC(N)                                      \
  float VALUE dot(float##N x, float##N y);                \
  half VALUE dot(half##N x, half##N y) {                  \
    return (half)dot(SINGLE(N, x), SINGLE(N, y));         \
  }                                                       \
  half VALUE length(half##N x) {                          \
    const float##N wide = SINGLE(N, x);                   \
    return (half)__builtin_sqrtf(dot(wide, wide));        \
  }                                                       \
  half VALUE distance(half##N x, half##N y) {             \
    const float##N between = SINGLE(N, x) - SINGLE(N, y); \
    return (half)__builtin_sqrtf(dot(between, between));  \
  }                                                       \
  float##N VALUE normalize(float##N x);                   \
  half##N VALUE normalize(half##N x) {                    \
    return HALF(N, normalize(SINGLE(N, x)));              \
  }
GEOMETRIC(2)
GEOMETRIC(3)
GEOMETRIC(4)
half VALUE dot(half x, half y) {
  return x * y;
}
half VALUE length(half x) {
  return __builtin_elementwise_abs(x);
}
half VALUE distance(half x, half y) {
  return __builtin_elementwise_abs(x - y);
}
float VALUE normalize(float x);
half VALUE normalize(half x) {
  return (half)normalize((float)x);
}

#define CROSS(N)                                       \
  float##N VALUE cross(float##N x, float##N y);        \
  half##N VALUE cross(half##N x, half##N y) {          \
    return HALF(N, cross(SINGLE(N, x), SINGLE(N, y))); \
  }
CROSS(3)
CROSS(4)

// Relational functions: 1 for a scalar, all bits for a component.
#define RELATION(F, EXPRESSION)             \
  RELATION_OF(int, half, F, EXPRESSION)     \
  RELATION_OF(short2, half2, F, EXPRESSION) \
  RELATION_OF(short3, half3, F, EXPRESSION) \
  RELATION_OF(short4, half4, F, EXPRESSION) \
  RELATION_OF(short8, half8, F, EXPRESSION) \
  RELATION_OF(short16, half16, F, EXPRESSION)
#define RELATION_OF(R, T, F, EXPRESSION) \
  R VALUE F(T x, T y) {                  \
    return EXPRESSION;                   \
  }
RELATION(isequal, x == y)
RELATION(isnotequal, x != y)
RELATION(isgreater, x > y)
RELATION(isgreaterequal, x >= y)
RELATION(isless, x < y)
RELATION(islessequal, x <= y)
RELATION(islessgreater, (x < y) | (x > y))
RELATION(isordered, (x == x) & (y == y))
RELATION(isunordered, (x != x) | (y != y))

#define CLASSIFICATION(F, EXPRESSION)             \
  CLASSIFICATION_OF(int, half, F, EXPRESSION)     \
  CLASSIFICATION_OF(short2, half2, F, EXPRESSION) \
  CLASSIFICATION_OF(short3, half3, F, EXPRESSION) \
  CLASSIFICATION_OF(short4, half4, F, EXPRESSION) \
  CLASSIFICATION_OF(short8, half8, F, EXPRESSION) \
  CLASSIFICATION_OF(short16, half16, F, EXPRESSION)
#define CLASSIFICATION_OF(R, T, F, EXPRESSION)   \
  R VALUE F(T x) {                               \
    const T size = __builtin_elementwise_abs(x); \
    return EXPRESSION;                           \
  }
CLASSIFICATION(isnan, size != size)
CLASSIFICATION(isinf, size == (half)INFINITY)
CLASSIFICATION(isfinite, size < (half)INFINITY)
CLASSIFICATION(isnormal, (size >= 0x1p-14h) & (size < (half)INFINITY))

int VALUE signbit(half x) {
  return as_ushort(x) >> 15;
}
#define SIGN_BIT(F, N)                     \
  short##N VALUE signbit(half##N x) {      \
    return as_short##N(x) >> (short##N)15; \
  }
VECTOR_SIZES(SIGN_BIT, )

#define BITWISE(F, N)                                                            \
  half##N VALUE bitselect(half##N x, half##N y, half##N which) {                 \
    const ushort##N mask = as_ushort##N(which);                                  \
    const ushort##N bits = (as_ushort##N(x) & ~mask) | (as_ushort##N(y) & mask); \
    return as_half##N(bits);                                                     \
  }
SIZES(BITWISE, )

half VALUE select(half x, half y, short which) {
  return which ? y : x;
}
half VALUE select(half x, half y, ushort which) {
  return which ? y : x;
}
#define SELECT(F, N)                                            \
  half##N VALUE select(half##N x, half##N y, short##N which) {  \
    return which < (short##N)0 ? y : x;                         \
  }                                                             \
  half##N VALUE select(half##N x, half##N y, ushort##N which) { \
    return as_short##N(which) < (short##N)0 ? y : x;            \
  }
VECTOR_SIZES(SELECT, )

#define SHUFFLE(N, M)                                                    \
  ushort##N VALUE shuffle(ushort##M x, ushort##N mask);                  \
  half##N VALUE shuffle(half##M x, ushort##N mask) {                     \
    return as_half##N(shuffle(as_ushort##M(x), mask));                   \
  }                                                                      \
  ushort##N VALUE shuffle2(ushort##M x, ushort##M y, ushort##N mask);    \
  half##N VALUE shuffle2(half##M x, half##M y, ushort##N mask) {         \
    return as_half##N(shuffle2(as_ushort##M(x), as_ushort##M(y), mask)); \
  }
#define SHUFFLES(N) SHUFFLE(N, 2) SHUFFLE(N, 4) SHUFFLE(N, 8) SHUFFLE(N, 16)
SHUFFLES(2)
SHUFFLES(4)
SHUFFLES(8)
SHUFFLES(16)
