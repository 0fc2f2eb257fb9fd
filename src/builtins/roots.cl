// Computes hypot and rsqrt (OpenCL C 3.0, 6.15.2). Arguments of which intermediate results would be
// infinite or subnormal stand behind one branch.
//
// The greatest error found against MPFR, with fused multiplication and without, in units in the
// last place of single and double precision, and what OpenCL C 3.0, 7.4, allows: hypot 1.2, 1.2 of
// 4; rsqrt 1.5, 1.5 of 2.
#include "library.h"
#include "significands.h"

// A multiplication and the addition behind it may be one instruction; none of them has to be.
#pragma clang fp contract(on)

// Between LEAST and infinity, the sum of squares has all its digits. For other sums both numbers
// are multiplied by SCALE, or divided by it.
#define HYPOT(T, LEAST, SCALE)                                                                     \
  static inline T OVERLOADED scaled_hypotenuse(T width, T height, T scale, T inverse) {            \
    const T x = width * scale, y = height * scale;                                                 \
    return __builtin_elementwise_sqrt(x * x + y * y) * inverse;                                    \
  }                                                                                                \
  T VALUE hypot(T x, T y) {                                                                        \
    const T sum = x * x + y * y;                                                                   \
    T root = __builtin_elementwise_sqrt(sum);                                                      \
    if (!((sum > LEAST) & (sum < INFINITY))) {                                                     \
      const T width = __builtin_elementwise_abs(x), height = __builtin_elementwise_abs(y);         \
      const bool is_great = sum > LEAST, is_infinite = (width == INFINITY) | (height == INFINITY); \
      root = scaled_hypotenuse(width, height, is_great ? 1 / SCALE : SCALE,                        \
                               is_great ? SCALE : 1 / SCALE);                                      \
      root = is_infinite ? (T)INFINITY : root;                                                     \
    }                                                                                              \
    return root;                                                                                   \
  }
HYPOT(float, 0x1p-80f, 0x1p100f)
HYPOT(double, 0x1p-900, 0x1p700)

float VALUE rsqrt(float x) {
  return 1 / __builtin_elementwise_sqrt(x);
}

// Halving the bits halves the exponent: a root y with an error of 3.5 %. With e = 1 - x y^2 the
// root is y (1 - e)^(-1/2): a cubic polynomial, minimax in relative error, found by Sollya, leaves
// an error of 2^-20, and two terms of the series one of 2^-59. A division of a root takes longer.
static inline double root_of_normal(double x) {
  double y = as_double(0x5fe6eb50c7b537a9ul - (as_ulong(x) >> 1));
  double e = 1 - x * y * y;
  double p = 0x1.41899c05a568ep-2;
  p = p * e + 0x1.8165a2150365p-2;
  p = p * e + 0x1.ffff885087d4ap-2;
  p = p * e + 0x1.ffffe3867b61p-1;
  y = y * p;
  e = 1 - x * y * y;
  return y + y * e * (0.375 * e + 0.5);
}

double VALUE rsqrt(double x) {
  if (!__cleave_has_fused_multiply_add()) return 1 / __builtin_elementwise_sqrt(x);
  const bool is_rare = !is_normal_and_positive(x);
  double normal = x;
  if (IS_RARE(is_rare)) normal = is_subnormal(x) ? subnormal_scaled(x) : x;
  double root = root_of_normal(normal);
  if (IS_RARE(is_rare)) {
    root = is_subnormal(x) ? root * 0x1p537 : root;
    root = x < INFINITY ? root : 0;
    root = x == 0 ? __builtin_copysign(INFINITY, x) : root;
    root = x >= 0 ? root : NAN;
  }
  return root;
}
