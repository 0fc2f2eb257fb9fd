// The lesser and the greater of two numbers (OpenCL C 3.0, 6.15.2 and 6.15.4), in the few
// instructions that processors have for it. They may return either of -0 and +0.
#include "library.h"

#define TYPES(M, F, T) M(F, T) VECTOR_TYPES(M, F, T)
#define VECTOR_TYPES(M, F, T) M(F, T##2) M(F, T##3) M(F, T##4) M(F, T##8) M(F, T##16)

// A number and a NaN give the number. LLVM leaves out the question for NaNs where one operand is
// none, and asks once for both functions of two operands; two comparisons would become one
// condition that no instruction has.
#define FMIN(OPERATION, T)                          \
  T VALUE fmin(T x, T y) {                          \
    return __builtin_elementwise_##OPERATION(x, y); \
  }
#define FMAX(OPERATION, T)                          \
  T VALUE fmax(T x, T y) {                          \
    return __builtin_elementwise_##OPERATION(x, y); \
  }
TYPES(FMIN, minnum, float)
TYPES(FMIN, minnum, double)
TYPES(FMAX, maxnum, float)
TYPES(FMAX, maxnum, double)
// For halves -0 is less than +0.
TYPES(FMIN, minimumnum, half)
TYPES(FMAX, maximumnum, half)

// NaNs make the result undefined.
#define MIN(F, T)         \
  T VALUE min(T x, T y) { \
    return y < x ? y : x; \
  }
#define MAX(F, T)         \
  T VALUE max(T x, T y) { \
    return x < y ? y : x; \
  }
// `least` for a NaN: that of fmax(x, least).
#define CLAMP(F, T)                             \
  T VALUE clamp(T x, T least, T greatest) {     \
    const T above = least < x ? x : least;      \
    return above < greatest ? above : greatest; \
  }
#define ALL(M) TYPES(M, , float) TYPES(M, , double) TYPES(M, , half)
ALL(MIN)
ALL(MAX)
ALL(CLAMP)

#define WITH_SCALAR(F, S, N)  \
  S##N VALUE F(S##N x, S y) { \
    return F(x, (S##N)y);     \
  }
#define CLAMP_SCALAR(F, S, N)                 \
  S##N VALUE F(S##N x, S least, S greatest) { \
    return F(x, (S##N)least, (S##N)greatest); \
  }
#define SIZES(M, F, S) M(F, S, 2) M(F, S, 3) M(F, S, 4) M(F, S, 8) M(F, S, 16)
#define EACH(M, F) SIZES(M, F, float) SIZES(M, F, double) SIZES(M, F, half)
EACH(WITH_SCALAR, fmin)
EACH(WITH_SCALAR, fmax)
EACH(WITH_SCALAR, min)
EACH(WITH_SCALAR, max)
EACH(CLAMP_SCALAR, clamp)
